import type { Sample } from '../samples.test.ts';

const xml = '<?xml version="1.0" encoding="utf-8"?>\n';

export const feeds: Record<string, Sample> = {
  'an RSS feed has its items with title, date, author, link, fields and text': {
    file: 'bridge.xml',
    content:
      `${xml}<?xml-stylesheet href="a.xsl"?><rss version="2.0" xmlns:e="http://purl.org/rss/1.0/modules/content/"` +
      ' xmlns:d="http://purl.org/dc/elements/1.1/" xmlns:g="http://base.example.test/ns"><channel><title>Bridge news</title>' +
      '<link>https://bridge.example.test/</link><description>All about tolls</description><image><title>Logo</title></image>' +
      '<item><title>Toll &amp;amp; times</title><pubDate>Mon, 06 May 2024 07:30:00 GMT</pubDate><d:creator>Ada Pier</d:creator>' +
      '<link>https://bridge.example.test/toll</link><guid isPermaLink="false">7f3a</guid><category>Money</category><g:price>4 EUR</g:price>' +
      '<description>Carts pay…</description><e:encoded><![CDATA[<h2>Prices</h2><p>Carts pay <b>four</b> coins.</p><ul><li>Dogs: free</li></ul>]]></e:encoded></item>' +
      '<item><pubDate>Tue, 07 May 2024 07:30:00 GMT</pubDate><description>Line one\nif a &lt; b\n</description></item></channel></rss>',
    order: [
      '# Bridge news',
      'All about tolls',
      '## Toll & times',
      'Date: Mon, 06 May 2024 07:30:00 GMT',
      'Author: Ada Pier',
      'Link: https://bridge.example.test/toll',
      'Category: Money',
      'g:price: 4 EUR',
      '#### Prices',
      'Carts pay four coins.',
      'Dogs: free',
      '## Tue, 07 May 2024 07:30:00 GMT',
      'Line one\nif a < b',
    ],
    refuse: ['pubDate', '7f3a', 'Carts pay…', 'Logo', '</'],
  },
  'an Atom feed is read by its namespace, whatever its prefix': {
    file: 'bridge.atom',
    content:
      `${xml}<x:feed xmlns:x="http://www.w3.org/2005/Atom" xml:base="https://bridge.example.test/"><x:title>Bridge log</x:title>` +
      '<x:entry><x:title type="html">&lt;i&gt;High&lt;/i&gt; water</x:title><x:link rel="self" href="self"/><x:link href="log/7"/>' +
      '<x:author><x:name>Ada Pier</x:name></x:author><x:published>2024-05-06T07:30:00Z</x:published><x:source><x:title>Elsewhere</x:title></x:source>' +
      '<x:content type="xhtml"><h:div xmlns:h="http://www.w3.org/1999/xhtml"><h:p>The gate is <h:em>shut</h:em>.</h:p></h:div></x:content></x:entry>' +
      '<x:entry><x:title>The &lt;blink&gt; tag</x:title><x:content type="text">As it stands: &lt;b&gt;</x:content></x:entry></x:feed>',
    order: [
      '# Bridge log',
      '## High water',
      'Date: 2024-05-06T07:30:00Z',
      'Author: Ada Pier',
      'Link: https://bridge.example.test/log/7',
      'The gate is shut.',
      '## The <blink> tag',
      'As it stands: <b>',
    ],
    refuse: ['Elsewhere', 'x:', 'h:', 'self'],
  },
  'the items of RDF stand beside their channel, also in another encoding': {
    file: 'bridge.rdf',
    content: Buffer.from(
      '<?xml version="1.0" encoding="iso-8859-1"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" ' +
        'xmlns="http://purl.org/rss/1.0/"><channel><title>Brücke</title><items><rdf:Seq/></items></channel>' +
        '<item><title>Gebühren</title><description>Für Hunde frei</description></item></rdf:RDF>',
      'latin1',
    ),
    order: ['# Brücke', '## Gebühren', 'Für Hunde frei'],
    refuse: ['item'],
  },
  'a feed of an unknown namespace is read like other XML': {
    file: 'odd.xml',
    content: '<rss><odd>Bridge shut</odd></rss>',
    expect: ['<odd>Bridge shut</odd>'],
  },
};
