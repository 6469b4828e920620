import { createCanvas } from '@napi-rs/canvas';

const photoSize = { width: 2400, height: 1600 };
const graphicSize = { width: 800, height: 600 };

/** A JPEG with soft and fine detail, as photos have. */
export function photo(seed: number): Buffer {
  const { width, height } = photoSize;
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  for (let shape = 0; shape < 400; shape += 1) {
    const turn = (shape + 1) * (seed + 7);
    context.fillStyle = `hsla(${(turn * 37) % 360}, 60%, ${20 + ((turn * 13) % 60)}%, 0.5)`;
    context.beginPath();
    context.arc((turn * 97) % width, (turn * 61) % height, 5 + ((turn * 17) % 300), 0, 2 * Math.PI);
    context.fill();
  }
  return canvas.toBuffer('image/jpeg', 85);
}

/** A PNG with text and flat colors. */
export function graphic(seed: number): Buffer {
  const { width, height } = graphicSize;
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  for (let bar = 0; bar < 12; bar += 1) {
    const length = 100 + ((bar * 53 + seed * 29) % 600);
    context.fillStyle = `hsl(${(bar * 30 + seed) % 360}, 70%, 50%)`;
    context.fillRect(60, 40 + bar * 45, length, 30);
    context.fillStyle = '#222222';
    context.fillText(`Row ${bar}`, 10, 60 + bar * 45);
  }
  return canvas.toBuffer('image/png');
}
