use utoipa::openapi::{OpenApi, RefOr, Required, Schema};

use super::operations;

/// Puts a document as readers and generators expect it.
///
/// Parameters that must be given come first. And the description of a field that may be null stands at the field:
/// the macro puts it at the one of two schemas that is not null, where nobody looks for it.
pub(super) fn tidy(document: &mut OpenApi) {
    for operation in operations(document) {
        if let Some(parameters) = &mut operation.parameters {
            parameters
                .sort_by_key(|parameter| !matches!(parameter, RefOr::T(it) if it.required == Required::True));
        }
    }
    let schemas = document.components.iter_mut().flat_map(|components| components.schemas.values_mut());
    for schema in schemas {
        raise_descriptions(schema);
    }
}

fn raise_descriptions(schema: &mut RefOr<Schema>) {
    match schema {
        RefOr::T(Schema::Object(object)) => object.properties.values_mut().for_each(raise_descriptions),
        RefOr::T(Schema::AllOf(all)) => all.items.iter_mut().for_each(raise_descriptions),
        RefOr::T(Schema::OneOf(one)) if one.description.is_none() => {
            if let Some(RefOr::Ref(reference)) =
                one.items.iter_mut().find(|item| matches!(item, RefOr::Ref(_)))
            {
                one.description =
                    Some(std::mem::take(&mut reference.description)).filter(|text| !text.is_empty());
            }
        }
        _ => {}
    }
}
