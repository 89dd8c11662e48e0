//! Which web pages may call, and what they may read.

use reqwest::Method;
use reqwest::header::{ACCESS_CONTROL_REQUEST_HEADERS, ACCESS_CONTROL_REQUEST_METHOD, ORIGIN};

use crate::client::{Answer, Api, send};

async fn ask_from(api: &Api, origin: &str, path: &str) -> Answer {
    send(api.request(Method::GET, path).header(ORIGIN, origin), path.to_owned()).await
}

async fn preflight(api: &Api, origin: &str, path: &str) -> Answer {
    let request = api.request(Method::OPTIONS, path).header(ORIGIN, origin);
    let request = request.header(ACCESS_CONTROL_REQUEST_METHOD, "POST");
    send(request.header(ACCESS_CONTROL_REQUEST_HEADERS, "content-type"), path.to_owned()).await
}

#[tokio::test]
async fn every_page_may_call() {
    let api = Api::start();
    let answer = preflight(&api, "https://a.example", "/v1/apply").await;
    assert_eq!((answer.status, answer.text()), (204, String::new()));
    assert_eq!(answer.header("access-control-allow-origin"), "*");
    assert_eq!(answer.header("access-control-allow-methods"), "OPTIONS, POST");
    assert!(answer.header("access-control-allow-headers").split(", ").any(|name| name == "content-type"));
    assert_eq!(answer.header("access-control-max-age"), "86400");
    assert_eq!(answer.header("access-control-allow-credentials"), "");
    for path in ["/v1/legal-moves", "/nope", "/docs/", "/health/ready"] {
        let answer = ask_from(&api, "https://a.example", path).await;
        assert_eq!(answer.header("access-control-allow-origin"), "*", "{path}");
        assert!(answer.header("access-control-expose-headers").contains("x-request-id"), "{path}");
        assert_eq!(answer.header("vary"), "", "{path}: the same for every page");
    }
    assert_eq!(preflight(&api, "https://a.example", "/nope").await.status, 404);
}

#[tokio::test]
async fn only_the_pages_on_the_list_may_call() {
    let api = Api::with(&["--cors-origins", "https://a.example,http://localhost:3000"]);
    for (origin, allowed) in [
        ("https://a.example", "https://a.example"),
        ("http://localhost:3000", "http://localhost:3000"),
        ("https://b.example", ""),
        ("https://a.example.b", ""),
        ("http://a.example", ""),
        ("null", ""),
    ] {
        for answer in [
            ask_from(&api, origin, "/v1/legal-moves").await,
            ask_from(&api, origin, "/nope").await,
            preflight(&api, origin, "/v1/apply").await,
        ] {
            assert_eq!(answer.header("access-control-allow-origin"), allowed, "{origin}");
            assert_eq!(answer.header("vary"), "origin", "{origin}: another page is told something else");
        }
        let methods = preflight(&api, origin, "/v1/apply").await;
        assert_eq!(methods.header("access-control-allow-methods").is_empty(), allowed.is_empty(), "{origin}");
    }
    let analysis = ask_from(&api, "https://a.example", "/v1/analysis?depth=1").await;
    let vary: Vec<_> = analysis.headers.get_all("vary").iter().collect();
    assert_eq!(vary, ["accept", "origin"]);
}
