import style from './Stars.module.css';

const star = 'M12 2.8l2.8 5.9 6.4.9-4.7 4.5 1.2 6.4L12 17.5l-5.7 3 1.2-6.4L2.8 9.6l6.4-.9z';
/** From one star to the next, in the units of the drawing. */
const step = 27;
const width = 4 * step + 24;

const row = [0, 1, 2, 3, 4].map((place) => (
  <path key={place} d={star} transform={`translate(${place * step})`} />
));

/** Five stars, filled up to the rating; 0 if there is none yet. */
export function Stars({ rating, size = 16 }: { rating: number; size?: number }) {
  const shown = Math.round(rating * 10) / 10;
  const whole = Math.trunc(shown);
  return (
    <svg
      className={style.stars}
      role="img"
      aria-label={shown > 0 ? `${shown} out of 5 stars` : 'Not rated yet'}
      viewBox={`0 0 ${width} 24`}
      width={(size * width) / 24}
      height={size}
    >
      {row}
      {/* An inner drawing cuts off what is beyond its width. */}
      <svg width={whole * step + (shown - whole) * 24} height={24}>
        {row}
      </svg>
    </svg>
  );
}
