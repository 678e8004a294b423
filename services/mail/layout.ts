// The layout of all mails: one column, a heading, paragraphs, at most one button. All styles are inline, because mail
// clients drop style sheets; the style sheet in the head only sets the colours for dark mode. Mails have no images, no
// remote assets and no tracking.

import { escapeHtml } from '../platform/index.ts';

/** The content of a mail, independent of its format. */
export interface Content {
  subject: string;
  heading: string;
  paragraphs: string[];
  /** A list below the paragraphs. */
  items?: string[];
  /** The button. Its URL is also shown as text, for clients that show no buttons. */
  action?: { label: string; url: string };
  /** Small print below the button, a line each. */
  notes: string[];
}

const font = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const darkColours = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#15171a!important}.card{background:#1f2226!important;border-color:#33383e!important}
.ink{color:#f1f3f5!important}.soft{color:#a6adb5!important}.link{color:#9ec1ff!important}
.button{background:#f1f3f5!important;color:#15171a!important}.rule{border-color:#33383e!important}}`;

/** Renders the plain-text part. */
export function renderText({ heading, paragraphs, items = [], action, notes }: Content, siteUrl: string): string {
  const parts = [heading, ...paragraphs];
  if (items.length > 0) parts.push(items.map((item) => `- ${item}`).join('\n'));
  if (action !== undefined) parts.push(`${action.label}:\n${action.url}`);
  return `${[...parts, ...notes, `-- \nSent by svc at ${siteUrl}`].join('\n\n')}\n`;
}

/** Renders the HTML part. All texts are escaped. */
export function renderHtml(content: Content, siteUrl: string): string {
  const { subject, heading, paragraphs, items = [], action, notes } = content;
  const rows = [
    `<h1 class="ink" style="margin:0 0 16px;font-size:20px;line-height:28px;font-weight:600;color:#16181b">${escapeHtml(heading)}</h1>`,
    ...paragraphs.map((text) => paragraph(text, 'ink', '0 0 16px', 16, '#16181b')),
    ...(items.length === 0 ? [] : [list(items)]),
    ...(action === undefined ? [] : [button(action)]),
    ...notes.map((text) => paragraph(text, 'soft', '0 0 8px', 14, '#5b636b')),
  ];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title><style>${darkColours}</style></head>
<body class="page" style="margin:0;padding:0;background:#f3f4f6">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f3f4f6"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#ffffff;border:1px solid #e1e4e8;border-radius:12px;font-family:${font}"><tr><td style="padding:32px;overflow-wrap:anywhere;word-break:break-word">
<p class="ink" style="margin:0 0 24px;font-size:15px;line-height:20px;font-weight:700;letter-spacing:.02em;color:#16181b">svc</p>
${rows.join('\n')}
<p class="soft rule" style="margin:24px 0 0;padding:16px 0 0;border-top:1px solid #e1e4e8;font-size:13px;line-height:20px;color:#5b636b">Sent by svc at <a class="link" href="${escapeHtml(siteUrl)}" style="color:#2457c5">${escapeHtml(siteUrl)}</a></p>
</td></tr></table></td></tr></table></body></html>
`;
}

function button({ label, url }: NonNullable<Content['action']>): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 16px"><tr><td>
<a class="button" href="${escapeHtml(url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#16181b;color:#ffffff;font-size:16px;line-height:20px;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></td></tr></table>
<p class="soft" style="margin:0 0 16px;font-size:14px;line-height:20px;color:#5b636b">If the button does nothing, open this address:<br><a class="link" href="${escapeHtml(url)}" style="color:#2457c5">${escapeHtml(url)}</a></p>`;
}

function list(items: string[]): string {
  const style = 'margin:0 0 4px;font-size:16px;line-height:24px;color:#16181b';
  const rows = items.map((item) => `<li class="ink" style="${style}">${escapeHtml(item)}</li>`);
  return `<ul style="margin:0 0 16px;padding:0 0 0 20px">${rows.join('')}</ul>`;
}

function paragraph(text: string, colour: 'ink' | 'soft', margin: string, size: number, value: string): string {
  const height = size + 8;
  return `<p class="${colour}" style="margin:${margin};font-size:${size}px;line-height:${height}px;color:${value}">${escapeHtml(text)}</p>`;
}
