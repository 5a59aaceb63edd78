/** Larger than any page shows a logo. */
const [widest, highest] = [960, 360];

/** An SVG as a PNG picture, so that the shop keeps nothing that could have a script in it; other files, and drawings that the browser cannot read, as they are. */
export async function drawSvg(file: File): Promise<File> {
  if (file.type !== 'image/svg+xml') return file;
  const drawing = new Image();
  drawing.src = `data:image/svg+xml,${encodeURIComponent(await file.text())}`;
  try {
    await drawing.decode();
    const { naturalWidth, naturalHeight } = drawing;
    const scale = Math.min(widest / naturalWidth, highest / naturalHeight);
    const [width, height] = [naturalWidth, naturalHeight].map((it) => Math.round(it * scale));
    const canvas = new OffscreenCanvas(width ?? 0, height ?? 0);
    canvas.getContext('2d')?.drawImage(drawing, 0, 0, canvas.width, canvas.height);
    const picture = await canvas.convertToBlob({ type: 'image/png' });
    return new File([picture], file.name, { type: picture.type });
  } catch {
    return file;
  }
}
