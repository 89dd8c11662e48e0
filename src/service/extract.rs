//! Requests in: a small JSON body or a query string, with one error shape for both; answers out.

use std::future::poll_fn;
use std::mem;
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;

use actix_web::body::BoxBody;
use actix_web::dev::Payload;
use actix_web::http::header::{self, HeaderValue};
use actix_web::{FromRequest, HttpMessage, HttpRequest, HttpResponse, Responder, web};
use futures_util::future::LocalBoxFuture;
use serde::Serialize;
use serde::de::value::{Error as ValueError, StrDeserializer};
use serde::de::{DeserializeOwned, IntoDeserializer};
use serde_path_to_error::{Path, Segment};

use tokio::time::error::Elapsed;
use tokio::time::timeout;

use super::ApiError;
use super::wire::Object;

/// How long a body may take to arrive.
#[derive(Clone, Copy, Debug)]
pub(super) struct Patience(pub(super) Duration);

/// The largest body that is read: room for the longest history as objects.
const BODY_LIMIT: usize = 128 * 1024;

/// A JSON body, of a request or of an answer.
#[derive(Clone, Debug)]
pub(super) struct Json<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequest for Json<T> {
    type Error = ApiError;
    type Future = LocalBoxFuture<'static, Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let is_json = request.content_type().eq_ignore_ascii_case("application/json")
            && !request.headers().contains_key(header::CONTENT_ENCODING);
        let body = web::Payload::from_request(request, payload);
        let Patience(patience) = *request.app_data().expect("the app is patient");
        Box::pin(async move {
            if !is_json {
                return Err(ApiError::UnsupportedMediaType);
            }
            let body = body.await.map_err(|error| malformed(None, error.to_string()))?;
            let bytes = in_time(patience, body.to_bytes_limited(BODY_LIMIT)).await;
            let bytes = bytes.map_err(|_| ApiError::RequestTimeout { seconds: patience.as_secs_f32() })?;
            let bytes = bytes.map_err(|_| ApiError::PayloadTooLarge { limit: BODY_LIMIT })?;
            let bytes = bytes.map_err(|error| malformed(None, error.to_string()))?;
            read_json(&bytes).map(|Object(request)| Self(request))
        })
    }
}

impl<T: Serialize> Json<T> {
    /// The answer.
    pub(super) fn into_response(self) -> HttpResponse {
        json_response(serde_json::to_vec(&self.0).expect("an answer is plain JSON"))
    }
}

impl<T: Serialize> Responder for Json<T> {
    type Body = BoxBody;

    fn respond_to(self, _: &HttpRequest) -> HttpResponse {
        self.into_response()
    }
}

/// Waits for a body. Most come with their head: then it is there when the framework has read on, and no timer is set,
/// which would cost as much as the body.
async fn in_time<T>(patience: Duration, body: impl Future<Output = T>) -> Result<T, Elapsed> {
    let mut body = pin!(body);
    let mut has_waited = false;
    let at_once = poll_fn(|context| match body.as_mut().poll(context) {
        Poll::Ready(read) => Poll::Ready(Some(read)),
        Poll::Pending if mem::replace(&mut has_waited, true) => Poll::Ready(None),
        Poll::Pending => {
            context.waker().wake_by_ref();
            Poll::Pending
        }
    });
    match at_once.await {
        Some(read) => Ok(read),
        None => timeout(patience, body).await,
    }
}

/// An answer in JSON.
pub(super) fn json_response(body: Vec<u8>) -> HttpResponse {
    const JSON: HeaderValue = HeaderValue::from_static("application/json");
    HttpResponse::Ok().insert_header((header::CONTENT_TYPE, JSON)).body(body)
}

/// The query of a request, with the fields its body would have.
#[derive(Clone, Debug)]
pub(super) struct Query<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequest for Query<T> {
    type Error = ApiError;
    type Future = std::future::Ready<Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        std::future::ready(read_query(request.query_string()).map(Self))
    }
}

fn read_json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ApiError> {
    // The quick way first: keeping track of the path costs as much again.
    serde_json::from_slice(bytes).map_err(|error| {
        let mut deserializer = serde_json::Deserializer::from_slice(bytes);
        let tracked: Result<T, _> = serde_path_to_error::deserialize(&mut deserializer);
        let path = tracked.err().and_then(|error| pointer(error.path()));
        malformed(path, error.to_string())
    })
}

fn read_query<T: DeserializeOwned>(query: &str) -> Result<T, ApiError> {
    let deserializer = serde_urlencoded::Deserializer::new(form_urlencoded::parse(query.as_bytes()));
    serde_path_to_error::deserialize(deserializer)
        .map_err(|error| malformed(pointer(error.path()), error.inner().to_string()))
}

fn malformed(pointer: Option<String>, detail: String) -> ApiError {
    ApiError::Malformed { pointer, detail }
}

/// A path as a JSON pointer (RFC 6901); nothing for the request as a whole.
fn pointer(path: &Path) -> Option<String> {
    let segment = |segment: &Segment| match segment {
        Segment::Seq { index } => format!("/{index}"),
        Segment::Map { key } => format!("/{}", key.replace('~', "~0").replace('/', "~1")),
        Segment::Enum { .. } | Segment::Unknown => String::new(),
    };
    Some(path.iter().map(segment).collect()).filter(|pointer: &String| !pointer.is_empty())
}

/// Reads a query parameter that is a text or, in brackets, JSON.
pub(super) fn text_or_json<T: DeserializeOwned>(text: &str, place: &str) -> Result<T, ApiError> {
    let read = if text.starts_with(['{', '[']) { read_json(text.as_bytes()) } else { read_text(text) };
    read.map_err(|error| within(place, error))
}

/// Reads a query parameter that is a list with commas or, in brackets, a JSON array.
pub(super) fn list<T: DeserializeOwned>(
    text: Option<&str>,
    place: &str,
    most: usize,
) -> Result<Vec<T>, ApiError> {
    let text = text.unwrap_or_default();
    let items = if text.is_empty() {
        Vec::new()
    } else if text.starts_with('[') {
        read_json(text.as_bytes()).map_err(|error| within(place, error))?
    } else {
        let item = |(i, item)| read_text(item).map_err(|error| within(&format!("{place}/{i}"), error));
        text.split(',').enumerate().map(item).collect::<Result<_, _>>()?
    };
    if items.len() > most {
        return Err(malformed(Some(place.to_owned()), format!("more than {most} entries")));
    }
    Ok(items)
}

fn read_text<T: DeserializeOwned>(text: &str) -> Result<T, ApiError> {
    let deserializer: StrDeserializer<'_, ValueError> = text.into_deserializer();
    T::deserialize(deserializer).map_err(|error| malformed(None, error.to_string()))
}

/// Moves the pointer of a malformed part to where that part stands in the request.
fn within(place: &str, error: ApiError) -> ApiError {
    match error {
        ApiError::Malformed { pointer, detail } => {
            malformed(Some(format!("{place}{}", pointer.unwrap_or_default())), detail)
        }
        other => other,
    }
}
