//! What lies beside the operations on games: health, the document, pages for people, states.

use serde_json::{Value, json};

use crate::client::{Api, GAME_OPERATIONS, Problem};

#[tokio::test]
async fn a_server_is_alive_and_ready() {
    let api = Api::start();
    for path in ["/health/live", "/health/ready"] {
        assert_eq!(api.get(path).await.ok(), json!({"status": "ok"}));
    }
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
    for path in ["/", "/docs"] {
        let answer = api.get(path).await;
        assert_eq!((answer.status, answer.header("location")), (307, "/docs/"), "{path}");
    }
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
