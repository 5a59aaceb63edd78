import { ImageOff } from 'lucide-react';
import { pictureUrl } from '../../ui/picture-url.ts';
import './thumbnails.css';

interface ThumbnailsProps {
  readonly images: readonly string[];
  readonly name: string;
  readonly max: number;
  /** Banner pictures are landscape. */
  readonly wide?: boolean;
}

/** The first pictures of a record, or a placeholder. */
export function Thumbnails({ images, name, max, wide = false }: ThumbnailsProps) {
  if (images.length === 0) {
    return (
      <span className="thumbnail thumbnail--none" role="img" aria-label={`${name}: no picture`}>
        <ImageOff aria-hidden size={16} />
      </span>
    );
  }
  return (
    <span className="thumbnails">
      {images.slice(0, max).map((url, index) => (
        <img
          key={url}
          className="thumbnail"
          data-wide={wide || undefined}
          src={pictureUrl(url, wide ? 320 : 160)}
          alt={index === 0 ? name : ''}
          loading="lazy"
          width={wide ? 96 : 40}
          height={wide ? 54 : 50}
        />
      ))}
    </span>
  );
}
