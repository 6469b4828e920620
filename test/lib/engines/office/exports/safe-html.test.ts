import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { safeHtml } from '#lib/engines/office/exports/safe-html.ts';
import { expectLinearTime } from '../../../../support/linear-time.ts';

const pictureOf = (address: string): string | undefined =>
  address === 'document_html_1.png' ? 'picture-1.png' : undefined;

async function* inPieces(html: string, length: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(html);
  for (let at = 0; at < bytes.length; at += length) {
    yield await Promise.resolve(bytes.subarray(at, at + length));
  }
}

async function written(html: string, length = html.length): Promise<string> {
  const bytes = await buffer(safeHtml(inPieces(html, length), pictureOf));
  return bytes.toString().replace('<!DOCTYPE html>\n', '');
}

describe('safeHtml', () => {
  it.each([
    ['<p align=center>Grüße &amp; &lt;x&gt;</p>', '<p align="center">Grüße &amp; &lt;x&gt;</p>'],
    ['<A HREF="#table0">Sheet</A><br/>', '<a href="#table0">Sheet</a><br>'],
    ['<a href="https://example.com/?a=1&amp;b">x</a>', '<a href="https://example.com/?a=1&amp;b">x</a>'],
    ['<img src="document_html_1.png" width="9">', '<img src="picture-1.png" width="9">'],
    ['<p style="color: rgb(1, 2, 3)">x', '<p style="color: rgb(1, 2, 3)">x'],
    [
      `<p style="background: url('document_html_1.png') top">x`,
      '<p style="background: url(&quot;picture-1.png&quot;) top">x',
    ],
    ['<head><title>T</title></head>', '<head><meta charset="utf-8"><title>T</title></head>'],
    [
      '<style>@page { size: 21cm } p { color: red }</style>',
      '<style>@page { size: 21cm } p { color: red }</style>',
    ],
    ['1 < 2 > 0', '1 &lt; 2 &gt; 0'],
  ])('keeps %s', async (html, expected) => {
    expect(await written(html)).toBe(expected);
  });

  it.each([
    ['<script src="https://example.com/x.js">alert(1)</script>x', 'x'],
    ['<SCRIPT>if (a < b) "</p>"</SCRIPT >x', 'x'],
    ['<img src="https://example.com/i.png">', '<img>'],
    ['<img srcset="https://example.com/i.png 2x" onerror="alert(1)">', '<img>'],
    ['<body background="https://example.com/i.png">', '<body>'],
    ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="&#106;avascript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="file:///etc/passwd">x</a>', '<a>x</a>'],
    ['<meta http-equiv="refresh" content="0;url=https://example.com">', ''],
    ['<link rel="stylesheet" href="https://example.com/x.css"><base href="https://example.com/">x', 'x'],
    ['<iframe src="https://example.com/"></iframe><object data="https://example.com/"></object>x', 'x'],
    ['<svg><image href="https://example.com/i.png"/></svg>x', 'x'],
    ['<!-- <img src="https://example.com/i.png"> -->x', 'x'],
    [
      '<style>@import "https://example.com/x.css"; p { color: red }</style>',
      '<style>; p { color: red }</style>',
    ],
    ['<style>p { background: url(https://example.com/i.png) }</style>', '<style>p {}</style>'],
    ['<style>p { background: u\\72l(https://example.com/i.png) }</style>', '<style>p {}</style>'],
    ['<style>p { background: image-set("https://example.com/i.png" 1x) }</style>', '<style>p {}</style>'],
    ['<p style="background: url&#40;https://example.com/i.png&#41;">x', '<p>x'],
    ['<p style="background: url(https://example.com/i.png); color: red">x', '<p style="; color: red">x'],
    ['<form action="https://example.com/"><button formaction="javascript:alert(1)">x', '<form><button>x'],
    ['<title><p title="</title><script>alert(1)</script>">', '<title>&lt;p title="</title>"&gt;'],
  ])('removes from %s what loads or runs', async (html, expected) => {
    expect(await written(html)).toBe(expected);
  });

  it('returns the same whatever the pieces are', async () => {
    const html =
      '<head><style>p { color: red; background: url(x) }</style></head><!-- a --><script>b</script><p title="a b">Ü</p>';
    const whole = await written(html);
    for (const length of [1, 2, 3, 7]) expect(await written(html, length)).toBe(whole);
  });

  it.each(['<', '<a ', '<!--', '<style>', '<p title="', '</', '<style>p{a:url('])(
    'takes linear time: %s',
    (part) =>
      expectLinearTime(
        40_000,
        (times) => part.repeat(times),
        (html) => written(html, 65_536),
      ),
  );
});
