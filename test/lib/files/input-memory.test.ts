import { describe, expect, it } from 'vitest';
import { InputMemory } from '#lib/files/input-memory.ts';

const MB = 1_000_000;

describe('memory for inputs', () => {
  it('is reused after its release', () => {
    const memory = new InputMemory();
    const first = memory.take(2 * MB);
    expect(first).toHaveLength(2 * MB);
    memory.giveBack([first.subarray(10, 20), first.subarray(30)]);
    const second = memory.take(MB);
    expect(second).toHaveLength(MB);
    expect(second.byteOffset).toBe(0);
    expect(second.buffer).toBe(first.buffer);
  });

  it('has one user at a time', () => {
    const memory = new InputMemory();
    memory.giveBack([memory.take(MB)]);
    const taken = [memory.take(MB), memory.take(MB), memory.take(MB)];
    expect(new Set(taken.map(({ buffer }) => buffer)).size).toBe(3);
    memory.giveBack([taken[0], taken[0], taken[0]?.subarray(5)].filter((view) => view !== undefined));
    expect(memory.take(MB).buffer).toBe(taken[0]?.buffer);
    expect(memory.take(MB).buffer).not.toBe(taken[0]?.buffer);
  });

  it('is the smallest that is large enough', () => {
    const memory = new InputMemory();
    const [large, small, tiny] = [memory.take(3 * MB), memory.take(2 * MB), memory.take(MB)];
    memory.giveBack([large, small, tiny]);
    expect(memory.take(1.5 * MB).buffer).toBe(small.buffer);
    expect(memory.take(1.5 * MB).buffer).toBe(large.buffer);
    expect([small.buffer, large.buffer, tiny.buffer]).not.toContain(memory.take(1.5 * MB).buffer);
  });

  it('is not used for much smaller inputs', () => {
    const memory = new InputMemory();
    const large = memory.take(10 * MB);
    memory.giveBack([large]);
    expect(memory.take(MB).buffer).not.toBe(large.buffer);
    expect(memory.take(300_000).buffer).not.toBe(large.buffer);
    expect(memory.take(9 * MB).buffer).toBe(large.buffer);
  });

  it('is not retained when it is small, or when too much would be retained', () => {
    const memory = new InputMemory();
    const short = memory.take(1000);
    memory.giveBack([short]);
    expect(memory.take(1000).buffer).not.toBe(short.buffer);
    const many = Array.from({ length: 3 }, () => memory.take(50 * MB));
    memory.giveBack(many);
    const again = Array.from({ length: 3 }, () => memory.take(50 * MB).buffer);
    expect(again.filter((buffer) => many.some((given) => given.buffer === buffer))).toHaveLength(2);
    expect(again).not.toContain(many[0]?.buffer);
  });

  it('is no more than files have needed, however much results took', () => {
    const memory = new InputMemory();
    for (let request = 0; request < 3; request += 1) {
      const inputs = [memory.take(10 * MB), memory.take(5 * MB)];
      const results = Array.from({ length: 20 }, () => Buffer.alloc(MB));
      memory.giveBack([...results, ...inputs]);
      expect(results.filter(({ length }) => length > 0)).toEqual([]);
      expect(inputs.map(({ length }) => length)).toEqual([10 * MB, 5 * MB]);
    }
  });

  it('is freed at once when it is not retained', () => {
    const memory = new InputMemory();
    const given = [50 * MB, 100 * MB, 1000].map((size) => memory.take(size));
    memory.giveBack(given);
    expect(given.map(({ length }) => length)).toEqual([0, 100 * MB, 0]);
  });

  it('excludes buffers that were transferred to another thread', () => {
    const memory = new InputMemory();
    const gone = memory.take(MB);
    structuredClone(gone, { transfer: [gone.buffer as ArrayBuffer] });
    memory.giveBack([gone]);
    expect(memory.take(MB)).toHaveLength(MB);
  });
});
