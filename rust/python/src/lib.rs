//! The Python module `priory._core`: `PyO3` bindings of the core.
#![allow(clippy::needless_pass_by_value, reason = "arguments from Python arrive by value")]

mod checksum;
mod counts;
mod error;
mod input;
mod interrupt;
mod ledger;
mod mail;
mod neighbors;
mod posterior;
mod tables;
mod tokens;

use pyo3::prelude::*;

/// The compiled core of Priory.
#[pymodule]
mod _core {
    #[pymodule_export]
    #[allow(non_upper_case_globals, reason = "the name as Python sees it")]
    const build_profile: &str = if cfg!(debug_assertions) { "debug" } else { "release" };

    #[pymodule_export]
    use super::checksum::digest;
    #[pymodule_export]
    use super::counts::classes::learn_classes;
    #[pymodule_export]
    use super::counts::matrix::{
        count_hashed, count_known, frequencies, learn, select_columns, weigh,
    };
    #[pymodule_export]
    use super::counts::table::{check_table, find_terms, sum_counts, sum_tables};
    #[pymodule_export]
    use super::counts::vocabulary::Vocabulary;
    #[pymodule_export]
    use super::input::arrow::arrow_texts;
    #[pymodule_export]
    use super::ledger::{
        CountedMail, Ledger, count_mail, is_intact, mail_digests, read_bag, tally_mail,
    };
    #[pymodule_export]
    use super::mail::{Mail, Mbox, default_limits, mark_names};
    #[pymodule_export]
    use super::neighbors::projection::{fill_gaussian, project_gaussian};
    #[pymodule_export]
    use super::neighbors::search::{DenseRows, SparseRows};
    #[pymodule_export]
    use super::posterior::decide::{decide_rows, expected_costs};
    #[pymodule_export]
    use super::posterior::densities::{density_of_zeros, score_densities};
    #[pymodule_export]
    use super::posterior::documents::{log_shares, score_texts};
    #[pymodule_export]
    use super::posterior::filter::{MailScorer, log_absence};
    #[pymodule_export]
    use super::posterior::live::{LiveFilter, MailCorpus};
    #[pymodule_export]
    use super::posterior::rows::{most_probable, score_categories, score_rows};
    #[pymodule_export]
    use super::posterior::teacher::Teacher;
    #[pymodule_export]
    use super::tables::categories::{
        find_unknown_category, number_categories, number_strings, number_texts, place_codes,
    };
    #[pymodule_export]
    use super::tables::sums::{add_row_moments, check_rows, tabulate_categories, tabulate_rows};
    #[pymodule_export]
    use super::tokens::analyzer::{
        Analyzer, CharTable, Folding, stem, stem_languages, stem_version,
    };
    #[pymodule_export]
    use super::tokens::mail::{MailAnalyzer, TokenizedMail, mail_version};
}
