//! Benchmark of documents to counts, by kind of token: `cargo bench --package priory-core`.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use priory_core::counts::collect::Collector;
use priory_core::counts::document_reader::DocumentReader;
use priory_core::threads::Never;
use priory_core::tokens::analyzer::{Analyzer, Kind};
use priory_core::tokens::chars::CharTable;

/// Words of Zipfian frequency from a fixed stream of numbers, about 300 a document.
fn documents() -> Vec<String> {
    let mut state = 1_u64;
    let mut uniform = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) as f64 / f64::from(1_u32 << 31)
    };
    let mut word = || format!("{:x}", (50_000_f64.powf(uniform()) * 977.0) as u64);
    (0..2000).map(|_| (0..300).map(|_| word() + " ").collect()).collect()
}

fn count(criterion: &mut Criterion) {
    let documents = documents();
    let texts: Vec<&str> = documents.iter().map(String::as_str).collect();
    let chars = CharTable::ascii();
    let mut group = criterion.benchmark_group("counts");
    group.throughput(Throughput::Bytes(documents.iter().map(|text| text.len() as u64).sum()));
    group.sample_size(20);
    let cases = [
        ("words", Kind::Word, (1, 1)),
        ("bigrams", Kind::Word, (1, 2)),
        ("char_wb", Kind::CharWb, (3, 5)),
    ];
    for (name, kind, ngrams) in cases {
        let mut analyzer = Analyzer::default();
        analyzer.kind = kind;
        analyzer.ngrams = ngrams;
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let mut collector = Collector::new(&analyzer, 1);
                collector
                    .read(&texts, &chars, &Never)
                    .and_then(|()| collector.finish::<i64>(i32::MAX, &Never))
            });
        });
    }
    group.finish();
}

criterion_group!(benches, count);
criterion_main!(benches);
