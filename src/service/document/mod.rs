mod headers;
mod links;
mod tidy;

use actix_web::http::header::ContentType;
use actix_web::web::{Bytes, Data};
use actix_web::{App, HttpResponse, get};
use utoipa::openapi::OpenApi;
use utoipa::openapi::path::Operation;
use utoipa::{OpenApi as _, ToSchema};
use utoipa_actix_web::AppExt;

use super::error::Problem;
use super::{NotModified, PlainProblems};

#[derive(utoipa::OpenApi)]
#[openapi(
    info(
        title = "Jungle",
        description = "Rules and bot for Jungle (Dou Shou Qi, Animal Chess). A request carries its whole game, or names \
                       the state that an earlier answer ended in; any replica answers any request.\n\n\
                       Seats are 0 and 1, squares `[col, row]` from 0 at the bottom left or text from `a1` to `g9`.\n\n\
                       A server may limit how much a client asks for. A client is an address, or a key that the \
                       operator gave out, sent as `X-API-Key`; nothing but that limit depends on it.",
        contact(name = "The Jungle authors"),
    ),
    servers((url = "/", description = "This server.")),
    security(),
    tags(
        (name = "rules", description = "What the rules say of a game."),
        (name = "bot", description = "What the bot does in a game."),
        (name = "pictures", description = "What a game looks like."),
        (name = "service", description = "The server itself."),
    ),
    components(schemas(Problem)),
)]
struct Base;

/// The OpenAPI document of the service.
pub fn openapi() -> OpenApi {
    let app = App::new().into_utoipa_app().openapi(Base::openapi()).configure(super::routes);
    let mut document = app.split_for_parts().1;
    headers::describe(&mut document);
    links::describe(&mut document);
    tidy::tidy(&mut document);
    document
}

fn operations(document: &mut OpenApi) -> impl Iterator<Item = &mut Operation> {
    let items = document.paths.paths.values_mut();
    items.flat_map(|item| [&mut item.get, &mut item.post]).flatten()
}

/// The document as it is served.
#[derive(Clone, Debug)]
pub(super) struct Document(pub(super) Bytes);

/// An OpenAPI document, as its specification describes it.
#[derive(Clone, Debug, ToSchema)]
#[schema(value_type = Object)]
#[expect(dead_code, reason = "the document needs it, the code serves bytes")]
struct OpenApiDocument(Bytes);

/// Show this document.
///
/// OpenAPI 3.1, made from the code that answers.
#[utoipa::path(tag = "service", responses(
    (status = OK, description = "The OpenAPI document.", body = OpenApiDocument, content_type = "application/json"),
    NotModified,
    PlainProblems,
))]
#[get("/openapi.json")]
pub(super) async fn show_document(document: Data<Document>) -> HttpResponse {
    HttpResponse::Ok().insert_header(ContentType::json()).body(document.0.clone())
}
