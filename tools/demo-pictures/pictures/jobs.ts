import { catalogue } from '../demo/catalogue/catalogue.ts';
import { productShots, type Shot } from './product-shots.ts';
import { scenes } from './scenes/scenes.ts';

export interface Picture {
  /** Where it belongs, from the root of the repository. */
  path: string;
  data: Buffer;
}

/** Pictures that are drawn together. */
export interface Job {
  paths: readonly string[];
  /** What the pictures are drawn from; with the code itself it says whether they are stale. */
  source: unknown;
  draw: () => Promise<Picture[]>;
}

const bucket = (path: string) => `supabase/images/${path}`;

function productJobs(): Job[] {
  return catalogue.flatMap((category) =>
    category.garments.flatMap((garment) =>
      (['front', 'back', 'detail'] as const).map((shot: Shot): Job => {
        const { colours } = garment;
        const paths = colours.map((colour) =>
          bucket(`products/${garment.slug}/${colour}-${shot}.webp`),
        );
        return {
          paths,
          source: { cut: garment.cut, slug: garment.slug, category: category.slug, shot, colours },
          draw: async () => {
            const pictures = await productShots(garment, category.slug, shot, colours);
            return pictures.map((data, index) => ({ path: paths[index] ?? '', data }));
          },
        };
      }),
    ),
  );
}

function sceneJobs(): Job[] {
  return scenes.map((scene) => ({
    paths: [scene.path],
    source: { scene: scene.path },
    draw: async () => [{ path: scene.path, data: await scene.draw() }],
  }));
}

export function jobs(): Job[] {
  return [...productJobs(), ...sceneJobs()];
}
