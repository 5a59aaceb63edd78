import Swiper from 'swiper';
import { A11y, Autoplay, Keyboard, Navigation, Pagination } from 'swiper/modules';

/** Milliseconds per banner. */
const standing = 4500;

/** Turns a strip of banners into an autoplaying carousel, unless motion is reduced or it is paused. */
export function runSlides(root: HTMLElement): void {
  const part = (name: string) => root.querySelector<HTMLElement>(`[data-${name}]`);
  const pause = part('pause');
  if (!pause) return;
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;

  const swiper = new Swiper(root, {
    modules: [A11y, Autoplay, Keyboard, Navigation, Pagination],
    loop: true,
    centeredSlides: true,
    spaceBetween: 30,
    speed: still ? 0 : 600,
    autoplay: still ? false : { delay: standing, disableOnInteraction: false },
    keyboard: { enabled: true, pageUpDown: false },
    navigation: { prevEl: part('previous'), nextEl: part('next') },
    pagination: {
      el: part('bullets'),
      clickable: true,
      renderBullet: (index, name) =>
        `<button type="button" class="${name}" aria-label="Go to slide ${index + 1}"></button>`,
    },
    a11y: { prevSlideMessage: 'Previous slide', nextSlideMessage: 'Next slide' },
  });

  const tell = (paused: boolean): void => {
    pause.toggleAttribute('data-paused', paused);
    pause.setAttribute('aria-label', paused ? 'Play slides' : 'Pause slides');
  };
  tell(still);
  pause.addEventListener('click', () => {
    const paused = pause.hasAttribute('data-paused');
    if (paused) {
      swiper.params.autoplay = { delay: standing, disableOnInteraction: false };
      swiper.autoplay.start();
    } else {
      swiper.autoplay.stop();
    }
    tell(!paused);
  });
}
