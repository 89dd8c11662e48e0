use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread::available_parallelism;

use actix_web::web;
use png::{BitDepth, ColorType, DeflateCompression, Encoder, EncodingError, Filter};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use tokio::sync::Semaphore;

use super::scene::Scene;
use super::svg;
use crate::service::ApiError;

/// How many may wait for each painter: a second's work for the usual picture.
const WAITING: usize = 100;

/// A third of the time that the usual level takes, for a third more bytes. Filters are for photographs.
const COMPRESSION: DeflateCompression = DeflateCompression::Level(2);

/// Who paints pictures in dots: as many as there are processors, away from the threads that answer.
#[derive(Clone, Debug)]
pub(in crate::service) struct Painters {
    /// For those who are painted for and those who wait for it.
    places: Arc<Semaphore>,
    painters: Arc<Semaphore>,
}

impl Default for Painters {
    fn default() -> Self {
        let painters = available_parallelism().map_or(1, NonZeroUsize::get);
        let places = painters * (1 + WAITING);
        Self { places: Arc::new(Semaphore::new(places)), painters: Arc::new(Semaphore::new(painters)) }
    }
}

impl Painters {
    /// Paints a scene, unless too many wait already.
    pub(super) async fn paint(&self, scene: Scene) -> Result<Vec<u8>, ApiError> {
        let place = self.places.clone().try_acquire_owned();
        let place = place.map_err(|_| ApiError::Overloaded { retry_after: 1 })?;
        let painter = self.painters.clone().acquire_owned().await.map_err(|_| ApiError::Internal)?;
        let paint = move || {
            // Kept until it is painted, even if nobody waits for it any more.
            let _held = (place, painter);
            paint(&scene)
        };
        web::block(paint).await.map_err(|_| ApiError::Internal)?.map_err(|error| {
            tracing::error!(%error, "a picture was not written");
            ApiError::Internal
        })
    }
}

/// A scene as PNG, without transparency, since a board covers all of it.
fn paint(scene: &Scene) -> Result<Vec<u8>, EncodingError> {
    let tree = Tree::from_str(&svg::draw(scene), &Options::default()).expect("what we draw is SVG");
    let (width, height) = (scene.view.width, scene.view.height());
    let mut pixmap = Pixmap::new(width, height).expect("a picture has a size");
    let scale = |to: u32, from: f32| to as f32 / from;
    let transform =
        Transform::from_scale(scale(width, tree.size().width()), scale(height, tree.size().height()));
    resvg::render(&tree, transform, &mut pixmap.as_mut());
    let dots: Vec<u8> = pixmap.pixels().iter().flat_map(|dot| [dot.red(), dot.green(), dot.blue()]).collect();

    let mut png = Vec::new();
    let mut encoder = Encoder::new(&mut png, width, height);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_filter(Filter::NoFilter);
    encoder.set_deflate_compression(COMPRESSION);
    encoder.add_text_chunk("Title".to_owned(), scene.title())?;
    encoder.add_text_chunk("Description".to_owned(), scene.description())?;
    encoder.write_header()?.write_image_data(&dots)?;
    Ok(png)
}
