import { expect, it } from 'vitest';
import { HookInbox } from './hook-inbox.ts';

it('receives webhooks until it is closed', async () => {
  let url: string;
  {
    await using inbox = await HookInbox.listen(0);
    url = `http://localhost:${inbox.port}/`;
    const response = await fetch(url, { method: 'POST', headers: { 'webhook-id': 'msg_1' }, body: '{}' });
    expect(response.status).toBe(204);
    expect(inbox.received).toMatchObject([{ headers: { 'webhook-id': 'msg_1' }, body: '{}' }]);
  }
  await expect(fetch(url)).rejects.toThrow();
});

it('rejects a port that is not free', async () => {
  await using inbox = await HookInbox.listen(0);
  await expect(HookInbox.listen(inbox.port)).rejects.toThrow('EADDRINUSE');
});
