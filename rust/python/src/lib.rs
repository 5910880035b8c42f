//! The boundary: convert, release the interpreter, one call into the core, convert.
#![allow(clippy::needless_pass_by_value, reason = "arguments from Python arrive by value")]

mod arrow;
mod categories;
mod counts;
mod decide;
mod densities;
mod documents;
mod error;
mod filter;
mod interrupt;
mod ledger;
mod mail;
mod mail_tokens;
mod names;
mod neighbors;
mod posterior;
mod projection;
mod table;
mod text;
mod tokens;
mod vocabulary;

use pyo3::prelude::*;

/// The compiled core of Priory.
#[pymodule]
mod _core {
    #[pymodule_export]
    #[allow(non_upper_case_globals, reason = "the name as Python sees it")]
    const build_profile: &str = if cfg!(debug_assertions) { "debug" } else { "release" };

    #[pymodule_export]
    use super::arrow::arrow_texts;
    #[pymodule_export]
    use super::categories::{
        find_unknown_category, number_categories, number_strings, number_texts, place_codes,
        score_categories, tabulate_categories,
    };
    #[pymodule_export]
    use super::counts::{count_hashed, count_known, frequencies, learn, select_columns, weigh};
    #[pymodule_export]
    use super::decide::{decide_rows, expected_costs};
    #[pymodule_export]
    use super::densities::{add_row_moments, density_of_zeros, score_densities};
    #[pymodule_export]
    use super::filter::{Learned, log_absence};
    #[pymodule_export]
    use super::ledger::{CountedMail, Ledger, count_mail, mail_digests, read_bag, tally_mail};
    #[pymodule_export]
    use super::mail::{Mail, Mbox, default_limits, mark_names};
    #[pymodule_export]
    use super::mail_tokens::{MailAnalyzer, mail_version};
    #[pymodule_export]
    use super::neighbors::{DenseRows, SparseRows};
    #[pymodule_export]
    use super::posterior::{check_rows, most_probable, score_rows, tabulate_rows};
    #[pymodule_export]
    use super::projection::{fill_gaussian, project_gaussian};
    #[pymodule_export]
    use super::table::{check_table, find_terms, sum_counts, sum_tables};
    #[pymodule_export]
    use super::text::{learn_classes, log_shares, score_texts};
    #[pymodule_export]
    use super::tokens::{Analyzer, CharTable, Folding, stem, stem_languages, stem_version};
    #[pymodule_export]
    use super::vocabulary::Vocabulary;
}
