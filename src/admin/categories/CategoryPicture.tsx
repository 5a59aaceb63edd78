import type { Category } from '#shared/schemas/categories.ts';
import { ImageUpload } from '../listing/ImageUpload.tsx';
import { Thumbnails } from '../listing/Thumbnails.tsx';
import { saveCategoryImage } from './categories.ts';

/** The picture of a category, which can be replaced. */
export function CategoryPicture({ category: { _id, name, imageUrl } }: { category: Category }) {
  return (
    <div className="row-pictures">
      <Thumbnails images={imageUrl ? [imageUrl] : []} name={name} max={1} />
      <ImageUpload name={name} save={(form) => saveCategoryImage(_id, form)} />
    </div>
  );
}
