import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../paths.ts';

/** The shop's fonts, inlined so that the page loads nothing else. */
function fontFace(family: string, file: string, weights: string): string {
  try {
    const font = readFileSync(join(repository, 'node_modules', file)).toString('base64');
    return `@font-face{font-family:'${family}';font-weight:${weights};font-display:block;
      src:url(data:font/woff2;base64,${font}) format('woff2')}`;
  } catch {
    return '';
  }
}

const display = '@fontsource/bodoni-moda/files/bodoni-moda-latin-400-normal.woff2';
const text = '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2';

export const pageStyle = `${fontFace('Bodoni Moda', display, '400')}${fontFace('Hanken', text, '100 900')}
:root{color-scheme:light dark;--paper:#f6f3ee;--raised:#fcfaf7;--sunk:#ece7de;--ink:#1c1a17;--soft:#4d4841;
  --rule:#ddd6ca;--strong:#8c8476;--accent:#1f3b33;--accent-ink:#f6f3ee;--clay:#96411d;--clay-soft:#f3e2d8;
  --display:'Bodoni Moda','Bodoni MT',Didot,'Times New Roman',serif}
@media (prefers-color-scheme:dark){:root{--paper:#151412;--raised:#1d1b18;--sunk:#0f0e0d;--ink:#ede8e0;
  --soft:#c3bcb0;--rule:#3a362f;--strong:#8c8476;--accent:#a9c7b8;--accent-ink:#151412;--clay:#e79a76;--clay-soft:#3a241a}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:400 1rem/1.5 Hanken,system-ui,sans-serif}
main{min-height:100vh;max-width:60rem;margin:0 auto;padding:48px 24px;display:grid;gap:32px;align-content:center}
p,dl,h1{margin:0}
.mark{font:400 1.75rem/1 var(--display);letter-spacing:-.01em}
.sum{display:grid;gap:4px;align-content:start}
.sum .mark{margin-bottom:32px}
.label,dt{font-size:.8125rem;letter-spacing:.06em;text-transform:uppercase;color:var(--soft)}
.amount{font:400 clamp(2.75rem,2rem + 3vw,4.5rem)/1.05 var(--display);letter-spacing:-.02em}
dl{display:grid;gap:16px;margin-top:32px;padding-top:24px;border-top:1px solid var(--rule)}
dd{margin:0;overflow-wrap:anywhere}
.card{background:var(--raised);border:1px solid var(--rule);padding:32px 24px;display:grid;gap:24px;align-content:start}
h1{font:400 1.75rem/1.15 var(--display)}
form{display:grid;gap:16px}
.field{display:grid;gap:4px;align-content:start}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:16px}
label{font-size:.8125rem;font-weight:600}
input{font:inherit;font-variant-numeric:tabular-nums;color:inherit;background:var(--paper);min-width:0;width:100%;
  min-height:48px;padding:0 12px;border:1px solid var(--strong);border-radius:2px}
input::placeholder{color:var(--soft);opacity:.7}
input[aria-invalid]{border-color:var(--clay)}
.error{font-size:.875rem;color:var(--clay)}
.alert{background:var(--clay-soft);color:var(--clay);padding:12px 16px;border-left:2px solid var(--clay)}
button,.button{font:600 1rem/1 Hanken,system-ui,sans-serif;min-height:52px;padding:0 24px;border:1px solid var(--accent);
  border-radius:2px;background:var(--accent);color:var(--accent-ink);cursor:pointer;display:inline-grid;place-items:center;text-decoration:none}
form>button:first-of-type{margin-top:8px}
button:hover,.button:hover{filter:brightness(1.15)}
.quiet{background:none;color:inherit;border-color:var(--rule)}
.quiet:hover{filter:none;border-color:var(--strong)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
aside{font-size:.875rem;color:var(--soft);padding-top:16px;border-top:1px solid var(--rule);display:grid;gap:4px}
.figures{font-variant-numeric:tabular-nums;white-space:nowrap;color:var(--ink)}
.wallets{gap:8px}
form.wallets>button:first-of-type{margin-top:0}
.or{display:flex;align-items:center;gap:16px;font-size:.875rem;color:var(--soft)}
.or::before,.or::after{content:'';flex:1;border-top:1px solid var(--rule)}
.cards{margin-top:8px;padding:0;border:0;gap:4px;font-size:.8125rem}
.cards div{display:flex;justify-content:space-between;gap:0 12px;flex-wrap:wrap}
.cards dt{font-size:inherit;letter-spacing:0;text-transform:none}
.cards dd{font-variant-numeric:tabular-nums;white-space:nowrap;color:var(--ink)}
a:not(.button){color:inherit}
.closed{max-width:34rem;justify-self:center}
@media (min-width:48rem){main{grid-template-columns:1fr 1fr;gap:clamp(32px,7vw,72px);align-items:start}
  .sum{padding-top:32px}.card{padding:40px}.closed{grid-column:1/-1}}
`;
