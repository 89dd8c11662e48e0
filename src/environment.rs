use std::env;

use clap::error::{ContextKind, ContextValue};
use clap::{Arg, Command, Error};

/// What the names of our variables begin with.
const PREFIX: &str = "JUNGLE_";

/// Refuses variables that look like ours and are not: a setting with a typing error would be none.
///
/// # Errors
///
/// There is one, with its name.
pub(crate) fn refuse_unknown(command: &Command) -> Result<(), String> {
    let known: Vec<String> = arguments(command).iter().filter_map(variable).collect();
    let names = env::vars_os().filter_map(|(name, _)| name.into_string().ok());
    let mut unknown = names.filter(|name| name.starts_with(PREFIX) && !known.contains(name));
    unknown
        .next()
        .map_or(Ok(()), |name| Err(format!("{name} is no variable of this program: see jungle --help")))
}

/// Prints what is wrong with the arguments and ends; of a value that a variable gave, it names the variable.
pub(crate) fn explain(error: &Error, mut command: Command) -> ! {
    // Until then arguments do not know how they are written.
    command.build();
    if let Some(name) = culprit(error, &command) {
        let told = error.render().to_string();
        eprint!("error: {name}: {}", told.strip_prefix("error: ").unwrap_or(&told));
        std::process::exit(error.exit_code());
    }
    error.exit()
}

/// The variable that gave a wrong value, if one did.
fn culprit(error: &Error, command: &Command) -> Option<String> {
    let Some(ContextValue::String(told)) = error.get(ContextKind::InvalidArg) else { return None };
    let argument = arguments(command).into_iter().find(|argument| argument.to_string() == *told)?;
    let is_given = |flag: &str| {
        env::args().any(|given| given.strip_prefix("--").is_some_and(|given| given.starts_with(flag)))
    };
    let name = variable(&argument).filter(|name| env::var_os(name).is_some())?;
    argument.get_long().is_none_or(|flag| !is_given(flag)).then_some(name)
}

fn variable(argument: &Arg) -> Option<String> {
    Some(argument.get_env()?.to_string_lossy().into_owned())
}

/// Those of a command and of all below it.
fn arguments(command: &Command) -> Vec<Arg> {
    let below = command.get_subcommands().flat_map(arguments);
    command.get_arguments().cloned().chain(below).collect()
}
