"""Colours and styles of charts and pages, in light and in dark."""

from __future__ import annotations

__all__ = ["CHART", "COLORS", "PAGE"]

# Spam is orange and ham is blue, here and in tables; filters have other colours. Light, dark.
COLORS = {
    "spam": ("#c2500a", "#ff9d52"),
    "ham": ("#1f6fb4", "#6cb6f7"),
    "filter0": ("#7a3db8", "#c9a0f5"),
    "filter1": ("#187a55", "#6fd3a5"),
    "filter2": ("#ad2a74", "#f58ac4"),
    "filter3": ("#5b6472", "#b4bdca"),
}
_LIGHT = " ".join(f"--{name}: {light};" for name, (light, _) in COLORS.items())
_DARK = " ".join(f"--{name}: {dark};" for name, (_, dark) in COLORS.items())
SHADES = (
    f".priory {{ {_LIGHT} }}\n@media (prefers-color-scheme: dark) {{ .priory {{ {_DARK} }} }}\n"
)
# A chart has all it needs, so that it can stand alone.
CHART = f"""{SHADES}.chart {{ font: 13px system-ui, sans-serif; max-width: 100%; height: auto; }}
.chart text {{ fill: currentColor; }}
.chart .name {{ font-size: 15px; font-weight: 600; }}
.chart .grid {{ stroke: currentColor; opacity: .15; }}
.chart .axis {{ stroke: currentColor; opacity: .6; }}
.chart .ideal {{ stroke: currentColor; opacity: .5; stroke-dasharray: 2 4; }}
.chart .line {{ fill: none; stroke-width: 2; stroke-linejoin: round; }}
.chart .mark {{ stroke: none; }}
{
    "".join(
        f".chart .line.{n} {{ stroke: var(--{n}); }} .chart .fill.{n} {{ fill: var(--{n}); }} "
        for n in COLORS
    )
}
.chart .line.filter1 {{ stroke-dasharray: 7 3; }} .chart .line.filter2 {{ stroke-dasharray: 2 3; }}
.chart .line.filter3 {{ stroke-dasharray: 9 3 2 3; }}
"""
PAGE = f"""{SHADES}
.priory h1 {{ font-size: 1.5rem; margin-bottom: .3rem; }}
.priory h2 {{ font-size: 1.15rem; margin: 2.2rem 0 .4rem; }}
.priory .lede {{ font-size: 1.2rem; margin: .6rem 0; }}
.priory .about, .priory small, .priory figcaption, .priory .meaning {{ opacity: .75; }}
.priory .note {{ border-left: .25rem solid var(--spam); padding: .3rem .8rem; }}
.priory figure {{ margin: 1rem 0; }}
.priory figcaption {{ font-size: .9rem; max-width: 40rem; }}
.priory .row {{ display: flex; flex-wrap: wrap; gap: 1rem 1.5rem; }}
.priory .wide {{ overflow-x: auto; }}
.priory th, .priory td {{ border-bottom-color: #8886; }}
.priory thead th {{ border-bottom-width: 2px; }}
.priory tbody th {{ font-weight: normal; }}
.priory small {{ display: block; }}
.priory td {{ font-variant-numeric: tabular-nums; white-space: nowrap; }}
.priory td.meaning {{ text-align: left; font-size: .9rem; white-space: normal;
  min-width: 14rem; }}
.priory article {{ border-top: 1px solid #8886; padding: .6rem 0; }}
.priory article p {{ margin: .2rem 0; }}
.priory b.spam {{ color: var(--spam); }}
.priory b.ham {{ color: var(--ham); }}
.priory .clue {{ display: inline-block; border: 1px solid; border-radius: .3rem; padding: 0 .35rem;
  margin: .1rem .2rem .1rem 0; font-size: .9rem; unicode-bidi: isolate; }}
.priory .clue.spam {{ border-color: var(--spam); }}
.priory .clue.ham {{ border-color: var(--ham); }}
.priory pre {{ background: #8882; border-radius: .3rem; padding: .4rem .6rem; margin: .4rem 0;
  white-space: pre-wrap; }}
"""
