import { encode } from 'uqr';
import style from './OrderParts.module.css';

/** The size and the modules of a QR code as EPC069-12 wants it: error correction M, with a quiet zone of four modules. */
export const qrCode = (text: string) => encode(text, { ecc: 'M', boostEcc: false, border: 4 });

/** The QR code that fills in a bank transfer; renders nothing where there is none. */
export function TransferCode({ text }: { readonly text: string }) {
  if (!text) return null;
  const { size, data } = qrCode(text);
  const path = data.flatMap((row, y) => row.map((on, x) => (on ? `M${x} ${y}h1v1h-1z` : '')));
  return (
    <figure className={style.code}>
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code for banking apps">
        <rect width={size} height={size} fill="#fff" />
        <path d={path.join('')} fill="#000" shapeRendering="crispEdges" />
      </svg>
      <figcaption>Or scan this code with your banking app.</figcaption>
    </figure>
  );
}
