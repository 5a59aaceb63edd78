import style from './Stars.module.css';

const star = 'M12 2.8l2.8 5.9 6.4.9-4.7 4.5 1.2 6.4L12 17.5l-5.7 3 1.2-6.4L2.8 9.6l6.4-.9z';

/** Five stars, filled up to the rating. */
export function Stars({ rating, size = 16 }: { rating: number; size?: number }) {
  const filled = Math.round(rating);
  return (
    <span className={style.stars} role="img" aria-label={`${filled} out of 5 stars`}>
      {[1, 2, 3, 4, 5].map((step) => (
        <svg key={step} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
          <path
            d={star}
            fill={step <= filled ? 'currentColor' : 'none'}
            stroke="currentColor"
            strokeWidth={1.5}
            strokeLinejoin="round"
          />
        </svg>
      ))}
    </span>
  );
}
