import { beforeAll, describe, expect, it } from 'vitest';
import { call, download, form, jsonOf, post } from '../support/client.ts';
import { makePdf } from '../support/pdf.ts';

const page = await makePdf('Page', 1);

/** What is promised of signed URLs and forms, whatever `limits` says; in milliseconds. */
const quarterHour = 15 * 60 * 1000;

/** How far the clocks of this process and of a function may be apart: that of a virtual machine can be set back. */
const clockTolerance = 60 * 1000;

/** Expects `time`, in milliseconds since 1970, to be about now. */
function expectNow(time: number): void {
  expect(Math.abs(Date.now() - time)).toBeLessThan(clockTolerance);
}

/** The time of a signature, such as `20261128T120000Z`, in milliseconds since 1970. */
const timeOf = (signed: string): number =>
  Date.parse(signed.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/, '$1-$2-$3:$4:$5'));

/** `text` with its last letter or digit changed into another. */
const altered = (text: string): string =>
  text.replace(/[a-z0-9](?=[^a-z0-9]*$)/i, (last) => (last === '1' ? '2' : '1'));

/** S3 returns 400 for what it cannot parse, and 403 for everything else that was not signed. */
async function expectRejection(what: string, response: Promise<Response>): Promise<void> {
  const { status } = await response;
  expect({ what, rejected: status === 400 || status === 403, status }).toMatchObject({ rejected: true });
}

describe('the signed URL of a file', () => {
  const merged = async (): Promise<URL> =>
    new URL(
      (await jsonOf(await call('/api/pdf/merge', { body: form(['files', page], ['files', page]) }))).url,
    );
  let url: URL;
  let another: URL;
  beforeAll(async () => {
    [url, another] = [await merged(), await merged()];
  });

  it('downloads that file repeatedly', async () => {
    for (let time = 0; time < 2; time += 1) expect((await download(url.href)).length).toBeGreaterThan(0);
  });

  it('is valid for 15 minutes by its query and by the response', async () => {
    const { url, urlExpiresAt } = await jsonOf(
      await call('/api/pdf/merge', { body: form(['files', page], ['files', page]) }),
    );
    expect(new URL(url).searchParams.get('X-Amz-Expires')).toBe('900');
    expectNow(Date.parse(urlExpiresAt) - quarterHour);
  });

  it('is rejected when any part of its query is changed, missing or repeated', async () => {
    const names = [...url.searchParams.keys()];
    expect(names).toEqual(expect.arrayContaining(['X-Amz-Date', 'X-Amz-Expires', 'X-Amz-Signature']));
    for (const name of names) {
      const value = url.searchParams.get(name) ?? '';
      const variants = [altered(value), '', `${value} `, another.searchParams.get(name) ?? ''];
      for (const variant of variants.filter((each) => each !== value)) {
        const changed = new URL(url);
        changed.searchParams.set(name, variant);
        await expectRejection(`${name}=${variant}`, fetch(changed));
      }
      const without = new URL(url);
      without.searchParams.delete(name);
      await expectRejection(`no ${name}`, fetch(without));
      const twice = new URL(url);
      twice.searchParams.append(name, altered(value));
      await expectRejection(`${name} twice`, fetch(twice));
    }
  });

  it('is rejected with parameters that were not signed', async () => {
    for (const extra of ['versionId=1', 'response-content-type=text/html', 'acl', 'list-type=2']) {
      expect((await fetch(`${url.href}&${extra}`)).status).toBe(403);
    }
  });

  it('downloads no other object', async () => {
    const parent = url.pathname.slice(0, url.pathname.lastIndexOf('/'));
    const paths = [another.pathname, altered(url.pathname), parent, `${parent}/`, `${url.pathname}/`, '/'];
    for (const path of [...paths, url.pathname.toUpperCase(), url.pathname.replace('results', 'inputs')]) {
      const changed = new URL(url);
      changed.pathname = path;
      await expectRejection(path, fetch(changed));
    }
  });

  it.each(['PUT', 'POST', 'DELETE', 'PATCH'])('rejects %s', async (method) => {
    expect([403, 405]).toContain((await fetch(url, { method })).status);
    expect((await fetch(url)).status).toBe(200);
  });
});

describe('the signed form of an upload', () => {
  interface UploadForm {
    url: string;
    fields: Record<string, string>;
  }

  const announced = (contentType = 'application/pdf'): Promise<UploadForm> =>
    call('/api/uploads', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ fileName: 'a.pdf', contentType, size: page.length }),
    }).then((response) => jsonOf<UploadForm>(response, 201));

  const rejected = async ({ url, fields }: UploadForm, content = page): Promise<void> => {
    await expectRejection(JSON.stringify(fields), post(url, fields, content));
  };

  it('is rejected when any of its fields is changed or missing', async () => {
    const { url, fields } = await announced();
    for (const [name, value] of Object.entries(fields)) {
      await rejected({ url, fields: { ...fields, [name]: altered(value) } });
      // The bucket is in the address already.
      if (name === 'bucket') continue;
      await rejected({
        url,
        fields: Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name)),
      });
    }
    for (const extra of [{ acl: 'public-read' }, { 'x-amz-meta-a': 'b' }, { success_action_redirect: url }]) {
      await rejected({ url, fields: { ...fields, ...extra } });
    }
    expect((await post(url, fields, page)).status).toBe(204);
  });

  it('expires after 15 minutes, by its policy', async () => {
    const { fields } = await announced();
    const policy = JSON.parse(Buffer.from(fields['Policy'] ?? '', 'base64').toString()) as {
      expiration: string;
    };
    const signedAt = timeOf(fields['X-Amz-Date'] ?? '');
    expect(Date.parse(policy.expiration) - signedAt).toBe(quarterHour);
    expectNow(signedAt);
  });

  it('accepts no more than the announced size, and no empty file', async () => {
    const { url, fields } = await announced();
    await rejected({ url, fields }, Buffer.concat([page, Buffer.from('x')]));
    await rejected({ url, fields }, Buffer.alloc(0));
  });

  it('is not valid for another key, or with a policy of another upload', async () => {
    const [mine, other] = [await announced(), await announced('text/html')];
    const key = other.fields['key'] ?? '';
    const [folder = ''] = key.split('/');
    for (const target of [key, `results/${key}`, `${folder}/../${key}`, `${key}/x`, '', '${filename}']) {
      await rejected({ ...mine, fields: { ...mine.fields, key: target } });
    }
    const { Policy = '', 'X-Amz-Signature': signature = '' } = other.fields;
    await rejected({ ...mine, fields: { ...mine.fields, Policy } });
    await rejected({ ...mine, fields: { ...mine.fields, 'X-Amz-Signature': signature } });
    // A policy of one's own, with another's signature.
    const widened = Buffer.from(
      Buffer.from(mine.fields['Policy'] ?? '', 'base64')
        .toString()
        .replace(/"expiration":"\d{4}/, '"expiration":"2099'),
    ).toString('base64');
    await rejected({ ...mine, fields: { ...mine.fields, Policy: widened } });
  });
});
