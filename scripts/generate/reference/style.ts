// The style sheet of the reference: light and dark, for screens from 360 px width and for print.

import { Html } from './html.ts';

const sheet = `
:root{--ink:#1d2329;--soft:#5a6672;--line:#dfe4e8;--back:#fff;--panel:#f6f8f9;--link:#0b5f6b;--get:#1b6e3c;--post:#8a4b08;--delete:#a52a2a;--mark:#fff6d6}
@media screen and (prefers-color-scheme:dark){:root{--ink:#dfe5ea;--soft:#97a3ae;--line:#2b333a;--back:#14181c;--panel:#1b2126;--link:#6fc3cf;--get:#7ccb96;--post:#e2ae6b;--delete:#ee9090;--mark:#3a3418}}
*{box-sizing:border-box}
html{scroll-padding-top:4rem;-webkit-text-size-adjust:100%}
body{margin:0;background:var(--back);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:break-word}
a{color:var(--link);text-decoration-thickness:1px;text-underline-offset:.15em}
a:focus-visible,summary:focus-visible,pre:focus-visible{outline:2px solid var(--link);outline-offset:2px;border-radius:3px}
code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.875em}
pre{margin:0;padding:.8rem 1rem;overflow-x:auto;scrollbar-width:thin;background:var(--panel);border-radius:0 0 6px 6px;line-height:1.5;font-size:13px}
pre code{font-size:inherit}
p{margin:.6em 0}
h1{font-size:1.9rem;line-height:1.2;margin:0 0 1rem;letter-spacing:-.01em}
h1 small{font-size:.9rem;font-weight:400;color:var(--soft);letter-spacing:0}
h2{font-size:1.35rem;line-height:1.3;margin:2.6rem 0 .6rem}
h3{font-size:1.1rem;margin:0}
h3 a{color:inherit;text-decoration:none}
h3 a:hover{text-decoration:underline}
h4{font-size:.8rem;font-weight:600;color:var(--soft);text-transform:uppercase;letter-spacing:.06em;margin:1.4rem 0 .3rem;border-bottom:1px solid var(--line);padding-bottom:.25rem}
h4 .t{text-transform:none;letter-spacing:0;font-weight:400}
em{font-style:normal;font-size:.78em;color:var(--post)}
small,.t,.b,.id{color:var(--soft)}
.t{font-size:.875em}
.b{font-size:.82em;margin-left:.3em}
.m p+.b{display:block;margin-left:0}
.skip{position:absolute;left:-99rem;background:var(--back);padding:.5rem 1rem;z-index:2}
.skip:focus{left:.5rem;top:.5rem}
nav ul{list-style:none;margin:0;padding:0}
nav p{margin:1.1rem 0 .25rem;font-weight:600}
nav a{display:flex;padding:.16rem 0;color:inherit;text-decoration:none;font-size:.875rem}
nav a:hover{color:var(--link)}
.side{display:none}
.brand{font-size:1.15rem!important;font-weight:700;margin-bottom:.8rem}
.bar{position:sticky;top:0;z-index:1;display:flex;justify-content:space-between;background:var(--back);border-bottom:1px solid var(--line);padding:.6rem 1rem}
.bar a{color:inherit;text-decoration:none;font-weight:700}
.bar a+a{font-weight:400;color:var(--link)}
.top{margin:1rem 1rem 1.5rem;border:1px solid var(--line);border-radius:6px;padding:0 1rem}
.top summary{padding:.5rem 0;font-weight:600}
.top nav{padding-bottom:1rem;scroll-margin-top:8rem}
summary{cursor:pointer}
main{padding:0 1rem 4rem;max-width:86rem;min-width:0}
.i{max-width:48rem}
.i ul{padding-left:1.2rem}
.i li{margin:.35em 0}
.i>pre{border-radius:6px}
.v{display:inline-block;min-width:3.4em;margin-right:.6em;font:600 .7rem/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;color:var(--soft)}
.get{color:var(--get)}.post{color:var(--post)}.delete{color:var(--delete)}
nav .v{flex:none;width:4em;margin-right:.8em;font-size:.62rem;line-height:1.35rem}
.g{border-top:1px solid var(--line);margin-top:3rem}
.g>h2{margin-top:1.6rem}
.o{margin:2.2rem 0 0;padding:1.4rem 0 0;border-top:1px solid var(--line)}
.p{margin:.2rem 0 .8rem;overflow-wrap:anywhere}
.p code{font-size:.92em}
.a{font-size:.92em;color:var(--soft)}
.a b{color:var(--ink)}
.id{font-size:.78rem}
.m{list-style:none;margin:0;padding:0}
.m>li{padding:.5rem 0;border-bottom:1px solid var(--line)}
.m>li:last-child{border-bottom:0}
.m p{margin:.1rem 0;font-size:.94em}
.m .m{margin:.4rem 0 0;padding-left:.9rem;border-left:2px solid var(--line)}
.n{font-weight:600}
details{margin:.5rem 0}
table{border-collapse:collapse;width:100%;font-size:.9em}
td,th{text-align:left;vertical-align:top;padding:.3rem .8rem .3rem 0;border-bottom:1px solid var(--line)}
td:last-child,th:last-child{padding-right:0}
th{font-size:.8rem;color:var(--soft);font-weight:600}
figure{margin:0 0 1rem;border:1px solid var(--line);border-radius:6px;min-width:0}
figcaption{font-size:.75rem;font-weight:600;color:var(--soft);padding:.35rem 1rem;border-bottom:1px solid var(--line)}
.all{font-size:.875rem;max-width:48rem}
.all a{display:inline-block;margin-right:.7em}
.s{margin-top:1.8rem;max-width:48rem}
.s p{margin:.25rem 0}
:target>h3,h2:target{background:var(--mark);box-shadow:0 0 0 .3rem var(--mark)}
.two{display:grid;gap:1rem;margin:1rem 0;align-items:start}
.e td:nth-child(3)::first-letter{text-transform:uppercase}
.e code,.v code{overflow-wrap:anywhere}
@media(max-width:40rem){
.e thead{display:none}
.e tr{display:grid;grid-template-columns:3rem 1fr;padding:.4rem 0;border-bottom:1px solid var(--line)}
.e td{border:0;padding:.1rem 0}
.e td:nth-child(3){grid-column:1/-1}
}
@media(min-width:62rem){
html{scroll-padding-top:1rem}
.top,.bar{display:none}
.side{display:block;position:fixed;top:0;bottom:0;left:0;width:17rem;overflow-y:auto;scrollbar-width:thin;padding:1.5rem 1rem 2rem 1.5rem;border-right:1px solid var(--line);background:var(--panel)}
main{margin-left:17rem;padding:2rem 2.5rem 6rem!important}
.two{grid-template-columns:1fr 1fr}
}
@media(min-width:80rem){
.c{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,29rem);gap:2.5rem;align-items:start}
.x{position:sticky;top:1rem}
}
@media(min-width:100rem){
main{max-width:94rem}
.c{grid-template-columns:minmax(0,1fr) minmax(0,36rem)}
}
@media print{
.side,.top,.bar,.skip{display:none}
main{margin:0;padding:0!important;max-width:none}
body{font-size:11pt}
pre{white-space:pre-wrap}
figure,.m>li,tr{break-inside:avoid}
h2,h3,h4,.p{break-after:avoid}
details::details-content{content-visibility:visible;height:auto}
}
`;

export const style = new Html(sheet.trim());
