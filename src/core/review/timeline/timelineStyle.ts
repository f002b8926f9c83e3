// The colours of the timeline. In VS Code they come from the theme; an exported file has its own, light and dark.

export type TimelineTheme = 'editor' | 'plain';

export function timelineStyle(theme: TimelineTheme): string {
  return (theme === 'editor' ? vscodeColours : plainColours) + shapes;
}

const vscodeColours = `
.timeline {
  --ground: var(--vscode-editor-background, #fff);
  --text: var(--vscode-foreground, #24292f);
  --faint: var(--vscode-descriptionForeground, #57606a);
  --plate: color-mix(in srgb, var(--vscode-foreground, #24292f) 5%, transparent);
  --edge: var(--vscode-contrastBorder, color-mix(in srgb, var(--vscode-foreground, #24292f) 16%, transparent));
  --blocking: var(--vscode-charts-red, #cf222e);
  --other: var(--vscode-charts-yellow, #9a6700);
  --good: var(--vscode-charts-green, #1a7f37);
  --busy: var(--vscode-charts-blue, #0969da);
  --focus: var(--vscode-contrastActiveBorder, var(--vscode-focusBorder, #0969da));
  font-family: var(--vscode-font-family, system-ui, sans-serif);
}`;

const plainColours = `
.timeline {
  --ground: #ffffff; --text: #24292f; --faint: #57606a; --plate: #f6f8fa; --edge: #d0d7de;
  --blocking: #cf222e; --other: #9a6700; --good: #1a7f37; --busy: #0969da; --focus: #0969da;
  font-family: system-ui, -apple-system, "Segoe UI", "Noto Sans", sans-serif;
}
@media (prefers-color-scheme: dark) {
  .timeline {
    --ground: #0d1117; --text: #e6edf3; --faint: #9198a1; --plate: #161b22; --edge: #30363d;
    --blocking: #f85149; --other: #d29922; --good: #3fb950; --busy: #4493f8; --focus: #4493f8;
  }
}`;

/**
 * Blocking bricks are solid, others hollow, and resolved ones hang below the line, so that colour alone carries no
 * meaning.
 */
const shapes = `
.timeline text { fill: var(--text); font-size: 12px; }
.timeline .ground { fill: var(--ground); }
.timeline .name { font-size: 16px; font-weight: 600; }
.timeline .faint { fill: var(--faint); font-size: 11px; }
.timeline .strong { font-weight: 600; }
.timeline .middle { text-anchor: middle; }
.timeline .end { text-anchor: end; }
.timeline .plate { fill: var(--plate); stroke: var(--edge); }
.timeline .axis { stroke: var(--faint); stroke-width: 1; opacity: .6; }
.timeline .blocking { fill: var(--blocking); stroke: var(--blocking); stroke-width: 1.5; }
.timeline .other { fill: var(--other); fill-opacity: .18; stroke: var(--other); stroke-width: 1.5; }
.timeline .resolved { fill: var(--good); fill-opacity: .75; stroke: var(--good); stroke-width: 1.5; }
.timeline .awaited { fill: none; stroke: var(--busy); stroke-width: 1.5; stroke-dasharray: 4 3; }
.timeline .path { stroke: var(--faint); stroke-width: 2; opacity: .55; }
.timeline .bead { fill: var(--ground); stroke-width: 2.5; }
.timeline .unknown { stroke-dasharray: 4 3; }
.timeline .chip { fill: none; stroke-width: 1.5; }
.timeline .tone-blocking { stroke: var(--blocking); }
.timeline .tone-other { stroke: var(--other); }
.timeline .tone-good { stroke: var(--good); }
.timeline .tone-busy { stroke: var(--busy); }
.timeline .tone-faint { stroke: var(--faint); }
.timeline .hit { fill: transparent; stroke: none; }
.timeline .round:focus { outline: none; }
.timeline a:focus { outline: none; }
.timeline a:focus rect { stroke: var(--focus); stroke-width: 2.5; }
.timeline a:hover rect { stroke: var(--focus); stroke-width: 2; }
.timeline a { cursor: pointer; }
.timeline .round > :not(a):not(.hit) { pointer-events: none; }
.timeline .round:focus .hit, .timeline .round:hover .hit { stroke: var(--focus); stroke-width: 2; }
`;
