// Object types, for those whose role writes them: all of them, or one.
import type { ObjectType } from '../api';
import { TypeList } from './list';
import { TypeScreen } from './screen';

export function Modeler({ bucket, types, slug }: { bucket: string; types: ObjectType[]; slug: string | undefined }) {
  return slug ? <TypeScreen key={slug} {...{ bucket, types, slug }} /> : <TypeList {...{ bucket, types }} />;
}
