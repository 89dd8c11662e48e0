//! What lies beside the operations on games: health, the document, pages for people, states.

use reqwest::Method;
use serde_json::{Value, json};

use crate::client::{Api, GAME_OPERATIONS, Problem, send};

#[tokio::test]
async fn a_server_is_alive_and_ready() {
    let api = Api::start();
    assert_eq!(api.get("/health/live").await.ok(), json!({"status": "ok"}));
    let tables = ["standard", "plyyard"].map(|name| json!({"ruleset": name, "pieces": 3, "tables": 260}));
    assert_eq!(api.get("/health/ready").await.ok(), json!({"status": "ok", "tables": tables}));
}

#[tokio::test]
async fn the_document_is_served() {
    let served = Api::start().get("/openapi.json").await.ok();
    let own = serde_json::to_value(jungle::service::openapi()).expect("the document is plain JSON");
    assert_eq!(served, own);
}

#[tokio::test]
async fn people_are_led_to_the_documentation() {
    let api = Api::start();
    let answer = api.get("/docs").await;
    assert_eq!((answer.status, answer.header("location")), (307, "/docs/"));
    for path in ["/docs/", "/docs/index.html"] {
        let page = api.get(path).await;
        assert_eq!((page.status, page.header("content-type")), (200, "text/html"), "{path}");
        assert!(page.text().contains("swagger-ui"));
    }
    let script = api.get("/docs/swagger-initializer.js").await;
    assert!(script.text().contains("/openapi.json"));
    api.get("/docs/nope").await.assert_problem(&Problem::new(404, "not_found"));
}

#[tokio::test]
async fn the_board_page_and_its_files_are_served_and_asked_for_again() {
    let api = Api::start();
    let files = ["/", "/web/style.css", "/web/app.js", "/web/animals.svg", "/web/exercises.json"];
    let types = ["text/html", "text/css", "text/javascript", "image/svg+xml", "application/json"];
    for (path, media_type) in files.into_iter().zip(types) {
        let plain = api.get(path).await;
        assert_eq!(plain.status, 200, "{path}");
        assert!(plain.header("content-type").starts_with(media_type), "{path}");
        assert_eq!(
            (plain.header("cache-control"), plain.header("content-encoding")),
            ("no-cache", ""),
            "{path}"
        );
        assert!(plain.header("content-security-policy").starts_with("default-src 'self'"), "{path}");
        let small =
            send(api.request(Method::GET, path).header("accept-encoding", "gzip, br"), path.to_owned()).await;
        assert_eq!(
            (small.header("content-encoding"), small.header("vary")),
            ("gzip", "accept-encoding"),
            "{path}"
        );
        assert!(small.body.len() < plain.body.len() || plain.body.len() < 100, "{path}");
        let again = api.request(Method::GET, path).header("if-none-match", plain.header("etag"));
        let again = send(again, path.to_owned()).await;
        assert_eq!((again.status, again.header("cache-control")), (304, "no-cache"), "{path}");
    }
    for path in ["/web/", "/web/mod.rs", "/web/nope", "/web/../web/app.js%00", "/web/index"] {
        api.get(path).await.assert_problem(&Problem::new(404, "not_found"));
    }
}

#[tokio::test]
async fn an_unknown_state_is_not_found_by_address_nor_by_request() {
    let api = Api::start();
    for id in ["x", "%00", "%ff", &"0".repeat(48), &"a".repeat(5_000)] {
        let answer = api.get(&format!("/v1/states/{id}")).await;
        answer.assert_problem(&Problem::new(404, "state_not_found"));
    }
    for state in ["x", "", "\0", &"0".repeat(48)] {
        for (path, needed) in GAME_OPERATIONS {
            let mut request: Value = serde_json::from_str(needed).expect("the table is JSON");
            request["state"] = state.into();
            let answer = api.post(path, &request).await;
            answer.assert_problem(&Problem::new(404, "state_not_found").at("/state"));
        }
    }
}
