import type { Sample } from '../samples.test.ts';

const page = (body: string): string =>
  `<!doctype html><html><head><meta charset="utf-8"><title>Bridge</title></head><body>${body}`;

export const pages: Record<string, Sample> = {
  'words of a page are not cut by tags and break places': {
    file: 'words.html',
    content: page(
      '<p>The <em>bridge</em>keeper o&shy;pens the toll<wbr>gate, foot&#8203;path and <ruby>橋<rp>(</rp><rt>はし</rt><rp>)</rp></ruby>.</p>',
    ),
    expect: ['The bridgekeeper opens the tollgate, footpath and 橋.'],
  },
  'a page has the alternative texts of its pictures and formulas': {
    file: 'pictures.html',
    content: page(
      '<p>Here:<img src=a.png alt="The gate from the north">, <img src=b.png alt="">' +
        '<a href="/plan"><img alt="Plan of the bridge"></a><svg aria-label="Flag up"><text>inner</text></svg>' +
        '<math alttext="a^2"><mi>a</mi><mn>2</mn></math><math><mi>b</mi><annotation>none</annotation></math>' +
        '<span role="img" aria-label="Horse">H</span></p>',
    ),
    expect: ['Here: The gate from the north ,', 'Plan of the bridge', 'Flag up', 'a^2', 'b', 'Horse'],
    refuse: ['inner', 'none', '.png'],
  },
  'a page has its code with indents, and the addresses of its links': {
    file: 'code.html',
    content: page(
      '<p>Pay at <a href="https://bridge.example.test/toll">the gate</a> or <a href="mailto:toll@example.test">toll@example.test</a>.</p>' +
        '<nav><a href="https://other.example.test/">Other</a></nav><pre>\n06:00  open\n  06:05  <b>cart</b></pre><p>behind</p>',
    ),
    expect: [
      'Pay at the gate (https://bridge.example.test/toll) or toll@example.test.',
      '06:00  open\n  06:05  cart',
      'Other',
      'behind',
    ],
    refuse: ['other.example.test', '(toll@'],
  },
  'hidden parts of a page are left out': {
    file: 'hidden.html',
    content: page(
      '<p hidden>one</p><div style="color:red; display: none"><p>two<p>three</div><template>four</template><p>shown</p>',
    ),
    expect: ['shown'],
    refuse: ['one', 'two', 'three', 'four'],
  },
};
