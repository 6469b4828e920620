import { expect, it } from 'vitest';
import { ObjectPlaces } from '#lib/engines/pdf/writer/object-places.ts';

it('offsets of objects are preserved when the table grows', () => {
  const places = new ObjectPlaces(3);
  const count = 10_000;
  places.place(2, 6_000_000_000);
  for (let number = 3; number < count; number += 1) places.pack(number, 2 * number, number % 256);
  expect([places.position(1), places.position(2), places.index(2)]).toEqual([0, 6_000_000_000, -1]);
  for (let number = 3; number < count; number += 1) {
    expect([places.position(number), places.index(number)]).toEqual([2 * number, number % 256]);
  }
  expect([places.position(count), places.index(count)]).toEqual([0, -1]);
});
