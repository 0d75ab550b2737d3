// The sign of an object type: its emoji, or the first letter of its title.
type Named = { emoji: string | null; title: string };

// Where a computer has no pictures for them, they are boxes or drawn in one colour.
function drawsEmoji(): boolean {
  const side = 16;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = side;
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  if (!pen) return true;
  pen.font = `${side}px sans-serif`;
  pen.textBaseline = 'top';
  pen.fillText('😀', 0, 0);
  const { data } = pen.getImageData(0, 0, side, side);
  return data.some((each, at) => at % 4 < 2 && each !== data[at + 1]);
}

let draws: boolean | undefined;
export const signOf = ({ emoji, title }: Named): string =>
  ((emoji && (draws ??= drawsEmoji()) && emoji) || ([...title][0] ?? '').toLocaleUpperCase());
