/// A URL without what may be secret in it: who logs in, and all of it if it does not look like a URL.
pub(super) fn masked(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else { return "***".to_owned() };
    rest.rsplit_once('@').map_or_else(|| url.to_owned(), |(_, hosts)| format!("{scheme}://***@{hosts}"))
}
