import type { Sample } from '../samples.test.ts';

const fonts = '{\\fonttbl{\\f0\\fswiss Arial;}{\\f1\\fcharset204 Arial Cyr;}{\\f2\\fcharset128 MS Gothic;}}';
const styles = '{\\stylesheet{\\s0 Normal;}{\\s3\\sbasedon0 heading 2;}}';

/** Returns RTF with these tokens as its body. */
function rtf(body: string): string {
  return `{\\rtf1\\ansi\\ansicpg1252\\deff0${fonts}${styles}{\\info{\\author nobody}}{\\*\\generator none;}${body}}`;
}

const cells = (...texts: string[]): string => texts.map((text) => `\\intbl ${text}\\cell`).join('');

export const richTexts: Record<string, Sample> = {
  'rich text is decoded by the charsets of its fonts and by its Unicode escapes': {
    file: 'charsets.rtf',
    content: rtf(
      "{\\f1 \\'cc\\'ee\\'f1\\'f2}\\par {\\f2 \\'8b\\'b4} is a bridge\\par caf\\'e9 \\uc2\\u8364\\'80\\'80 5 {\\uc0\\u-10179\\u-8704} end\\par " +
        '{\\upr{old}{\\*\\ud{\\u1084?}}} soft\\-ware',
    ),
    expect: ['Мост', '橋 is a bridge', 'café € 5 😀 end', 'м software'],
    refuse: ['old', 'Arial', 'nobody', 'Normal', '\\'],
  },
  'escaped braces and backslashes of rich text are characters of the text': {
    file: 'braces.rtf',
    content: rtf("fee \\{day\\} at C:\\\\bridge, \\u8364\\{5\\}\\par {\\f2 \\'83\\\\}\\par end"),
    expect: ['fee {day} at C:\\bridge, €5}\n', 'ソ\nend'],
  },
  'a backslash before a line break ends a paragraph, as programs of Apple write it': {
    file: 'notes.rtf',
    content: rtf('\\f0\\fs24 \\cf0 Bridge\\\n\\\n\\pard Gate\\\r\nFer\nry\\\n'),
    expect: ['Bridge\n\nGate\nFerry'],
  },
  'rich text that a mail program made of a page has its line breaks, links and characters': {
    file: 'page.rtf',
    content: rtf(
      "\\fromhtml1{\\*\\htmltag84 <b>}\\htmlrtf {\\b \\htmlrtf0 Bridge{\\*\\htmltag84 &reg;}\\htmlrtf \\'ae}\\line \\htmlrtf0 Tolls at " +
        '{\\*\\htmltag84 <a>}\\htmlrtf {\\field{\\*\\fldinst{HYPERLINK "https://bridge.example.test/"}}{\\fldrslt\\ul \\htmlrtf0 ' +
        'the gate\\htmlrtf }\\htmlrtf0 \\htmlrtf }\\htmlrtf0 .\\par',
    ),
    expect: ['Bridge®\nTolls at the gate (https://bridge.example.test/).'],
    refuse: ['<b>', '&reg;', 'htmlrtf'],
  },
  'rich text has its headings, links, notes, comments and pictures, and no hidden or deleted text': {
    file: 'notes.rtf',
    content: rtf(
      '\\pard\\s3 The bridge\\par\\pard Tolls at {\\field{\\*\\fldinst{HYPERLINK "https://bridge.example.test/"}}{\\fldrslt{\\ul the gate}}}' +
        '{\\footnote Horses are free.}.\\par{\\v hidden}{\\deleted gone}Open{\\*\\atnauthor Mia}{\\*\\annotation{\\*\\atnref 1}Since when?}.\\par' +
        '{\\pict\\pngblip{\\*\\picprop{\\sp{\\sn wzDescription}{\\sv The gate from the north}}}89504e470d0a}\\bin3 }{}\\par' +
        '{\\listtext\\tab}first thing\\par',
    ),
    expect: [
      '## The bridge',
      'Tolls at the gate (https://bridge.example.test/).',
      'Footnote: Horses are free.',
      'Open.',
      'Comment by Mia: Since when?',
      'The gate from the north',
      'first thing',
    ],
    refuse: ['hidden', 'gone', '89504e', 'HYPERLINK'],
  },
  'cells of rich text stand in their columns': {
    file: 'table.rtf',
    content: rtf(
      `before\\par\\trowd\\trhdr\\cellx1000\\cellx2000\\cellx3000${cells('Gate', 'Cart', 'Toll')}\\row` +
        `\\trowd\\clvmgf\\cellx1000\\cellx2000\\cellx3000${cells('North', 'small', '2')}\\row` +
        `\\trowd\\clvmrg\\cellx1000\\cellx2000\\cellx3000${cells('', 'large', '4')}\\row` +
        `\\trowd\\cellx2000\\cellx3000${cells('all', '6')}\\row\\pard behind\\par`,
    ),
    cells: [
      ['large', 'Gate', 'North'],
      ['large', 'Toll', '4'],
      ['all', 'Toll', '6'],
    ],
    order: ['before', 'Gate', 'behind'],
  },
  'RTF has its headers and footers once, and text that a broken mark or an open row would hide': {
    file: 'margins.rtf',
    content:
      '{\\rtf1{\\header Bridge office\\par}{\\footer\\trowd\\cellx9\\intbl Keeper\\cell desk\\cell\\row\\par}\\pard first\\par' +
      '\\sect{\\headerf Bridge office\\par}{\\b0\\*\\cs7\\cf0 shown text}\\par{\\*\\unknown hidden}\\trowd\\cellx9\\intbl Gate\\cell last}',
    order: ['Bridge office', 'first', 'shown text', '| Gate | last |', 'Keeper desk'],
    refuse: ['hidden', /Bridge office[\s\S]*Bridge office/],
  },
  'a notebook has its cells and text outputs': {
    file: 'tolls.ipynb',
    content: JSON.stringify({
      nbformat: 4,
      metadata: { language_info: { name: 'python' } },
      cells: [
        { cell_type: 'markdown', source: '# Tolls\nCounted | daily' },
        {
          cell_type: 'code',
          source: ['print(1)\n', 'x'],
          outputs: [
            { output_type: 'stream', text: ['one\n', 'two\n'] },
            {
              output_type: 'execute_result',
              data: { 'image/png': 'iVBORw0', 'text/html': '<b>7</b>', 'text/plain': ['seven'] },
            },
            { output_type: 'error', ename: 'E', traceback: ['\u001b[0;31mE\u001b[0m', 'no toll'] },
          ],
        },
      ],
    }),
    expect: ['# Tolls', '```python\nprint(1)\nx\n```', 'one\ntwo', 'seven', 'E\nno toll'],
    refuse: ['iVBOR', 'cell_type', '<b>', '\u001b'],
  },
};
