//! The Python classes of text analysers and their character tables.

use std::sync::{Arc, OnceLock};

use numpy::PyArray1;
use priory_core::counts::concordance::Concordance;
use priory_core::tokens::analyzer::{Analyzer as CoreAnalyzer, Kind, Scratch, WordRules};
use priory_core::tokens::chars::{CharTable as CoreTable, Folding as CoreFolding, Properties};
use priory_core::tokens::features::Features;
use priory_core::tokens::normalize::Normalizer;
use priory_core::tokens::stem::{self as stems, Stemmer};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;

use crate::error::to_python;

/// What the running Python knows of each character.
#[pyclass(frozen, module = "priory._core")]
pub struct CharTable(Arc<CoreTable>);

#[pymethods]
impl CharTable {
    #[new]
    fn new(
        word: &str,
        space: &str,
        cased: &str,
        ignorable: &str,
        upper: &str,
        lower: Vec<String>,
    ) -> Self {
        let forms = upper.chars().zip(lower.iter().map(String::as_str));
        Self(Arc::new(CoreTable::new(Properties { word, space, cased, ignorable }, forms)))
    }
}

/// The table for some texts: Python is asked for it when the first of them is not ASCII.
pub fn table_for(py: Python<'_>, texts: &[&str]) -> PyResult<Arc<CoreTable>> {
    static ASCII: OnceLock<Arc<CoreTable>> = OnceLock::new();
    static ALL: OnceLock<Arc<CoreTable>> = OnceLock::new();
    if let Some(table) = ALL.get() {
        return Ok(table.clone());
    }
    if texts.iter().all(|text| text.is_ascii()) {
        return Ok(ASCII.get_or_init(|| Arc::new(CoreTable::ascii())).clone());
    }
    let module = py.import("priory.tokens.unicode")?;
    let table: PyRef<'_, CharTable> = module.getattr("character_table")?.call0()?.extract()?;
    Ok(ALL.get_or_init(|| table.0.clone()).clone())
}

/// The accent-free forms of characters.
#[pyclass(frozen, module = "priory._core")]
pub struct Folding(Arc<CoreFolding>);

#[pymethods]
impl Folding {
    #[new]
    fn new(chars: &str, forms: Vec<String>, marks: &str, drop_others: bool) -> Self {
        let pairs = chars.chars().zip(forms.iter().map(String::as_str));
        Self(Arc::new(CoreFolding::new(pairs, marks, drop_others)))
    }
}

/// Where the places of each token begin among all, and where each place starts and ends.
type TokenPlaces<'py> =
    (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i64>>);

/// From a document to its tokens.
#[pyclass(frozen, module = "priory._core")]
pub struct Analyzer(pub CoreAnalyzer);

#[pymethods]
impl Analyzer {
    #[new]
    #[expect(clippy::too_many_arguments, reason = "one for each part of the specification")]
    fn new(
        py: Python<'_>,
        kind: &str,
        ngrams: (usize, usize),
        lowercase: bool,
        folding: Option<&Folding>,
        stop_words: Vec<String>,
        stemmer: Option<&str>,
        features: Vec<String>,
        phrases: Vec<String>,
    ) -> PyResult<Self> {
        let mut analyzer = CoreAnalyzer::default();
        analyzer.kind = kind_of(kind)?;
        analyzer.ngrams = ngrams;
        let folding = folding.map(|folding| folding.0.clone());
        analyzer.normalizer = Normalizer { lowercase, folding };
        analyzer.rules = WordRules {
            stop_words: stop_words.into_iter().map(|word| word.into_bytes().into()).collect(),
            stemmer: stemmer.map(Stemmer::new).transpose().map_err(to_python)?,
        };
        analyzer.features = features_of(&features)?;
        for phrase in &phrases {
            let chars = table_for(py, &[phrase])?;
            analyzer.add_phrase(phrase, &chars).map_err(to_python)?;
        }
        Ok(Self(analyzer))
    }

    /// The tokens of one document.
    fn tokenize(&self, py: Python<'_>, text: &str) -> PyResult<Vec<String>> {
        let chars = table_for(py, &[text])?;
        let mut tokens = Vec::new();
        let mut emit = |token: &[u8]| {
            tokens.push(String::from_utf8_lossy(token).into_owned());
            Ok(())
        };
        self.0.tokenize(text, &chars, &mut Scratch::default(), &mut emit).map_err(to_python)?;
        Ok(tokens)
    }

    /// In which characters of one document some tokens stand.
    fn places<'py>(
        &self,
        py: Python<'py>,
        text: &str,
        tokens: Vec<PyBackedStr>,
    ) -> PyResult<TokenPlaces<'py>> {
        let chars = table_for(py, &[text])?;
        let wanted = tokens.iter().map(|token| token.as_bytes());
        let found = Concordance::new(text, wanted, &self.0, &chars).map_err(to_python)?;
        Ok((
            PyArray1::from_vec(py, found.indptr),
            PyArray1::from_vec(py, found.starts),
            PyArray1::from_vec(py, found.ends),
        ))
    }
}

fn kind_of(name: &str) -> PyResult<Kind> {
    match name {
        "word" => Ok(Kind::Word),
        "char" => Ok(Kind::Char),
        "char_wb" => Ok(Kind::CharWb),
        _ => Err(PyValueError::new_err(format!("unknown kind of token {name:?}"))),
    }
}

fn features_of(names: &[String]) -> PyResult<Features> {
    let mut features = Features::default();
    for name in names {
        match name.as_str() {
            "numbers" => features.numbers = true,
            "money" => features.money = true,
            "punctuation" => features.punctuation = true,
            "capitals" => features.capitals = true,
            _ => return Err(PyValueError::new_err(format!("unknown domain feature {name:?}"))),
        }
    }
    Ok(features)
}

/// The languages that words can be stemmed in.
#[pyfunction]
pub fn stem_languages() -> Vec<&'static str> {
    stems::languages().to_vec()
}

/// The version of the stemming algorithms.
#[pyfunction]
pub fn stem_version() -> &'static str {
    stems::VERSION
}

/// The stems of words in a language; a word whose stem is empty stays as it is.
#[pyfunction]
pub fn stem(language: &str, words: Vec<String>) -> PyResult<Vec<String>> {
    let stemmer = Stemmer::new(language).map_err(to_python)?;
    let rules = WordRules { stemmer: Some(stemmer), ..WordRules::default() };
    let form = |word: &String| {
        let stem = rules.apply(word.as_bytes()).unwrap_or_default();
        String::from_utf8_lossy(&stem).into_owned()
    };
    Ok(words.iter().map(form).collect())
}
