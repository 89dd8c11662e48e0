use super::Stop;
use super::tablebase::Tables;

/// What a search may use beside the game: tables of endgames, and a flag that stops it.
#[derive(Clone, Copy, Debug)]
pub struct Means<'a> {
    /// The tables.
    pub tables: &'a Tables,
    /// The flag.
    pub stop: &'a Stop,
}

/// What a search has that is given none.
static NO_TABLES: Tables = Tables::none();

impl<'a> From<&'a Stop> for Means<'a> {
    /// No tables.
    fn from(stop: &'a Stop) -> Self {
        Self { tables: &NO_TABLES, stop }
    }
}

impl Means<'_> {
    /// The same without tables.
    #[must_use]
    pub fn without_tables(self) -> Self {
        self.stop.into()
    }
}
