// A value beside another one: HTML as readers see it, of a repeater the fields that differ.
import type { Metafield } from '../api';
import { writeJson } from '../exact';
import { same } from '../same';
import { t } from '../text';
import { brief } from './model';
import { RelationTitles } from './relations';
import { HtmlFrame } from './texts/frame';

const numbered = (before: string, index: number): string => before + t('Item {number}', { number: index + 1 });

export type Difference = { title: string; type: string; values: [unknown, unknown] };

/** What differs between the values of two lists of fields; `before` stands in front of the titles. */
export function ofFields(one: Metafield[], other: Metafield[], before = ''): Difference[] {
  const keys = new Set([...one, ...other].map((each) => each.key));
  return [...keys].flatMap((key) => {
    const [mine, theirs] = [one, other].map((list) => list.find((each) => each.key === key));
    const { type, title = key ?? '' } = (mine ?? theirs)!;
    const children = [mine?.children ?? [], theirs?.children ?? []] as const;
    if (type === 'parent') return ofFields(...children, `${before}${title} › `);
    if (type === 'repeater') return ofItems(...children, `${before}${title} › `);
    return same(mine?.value ?? '', theirs?.value ?? '') ? [] : [{ title: before + title, type, values: [mine?.value, theirs?.value] }];
  });
}

const alike = (one?: Metafield, other?: Metafield): boolean => !!one && !!other && !ofFields(one.children ?? [], other.children ?? [], '').length;

function ofItems(one: Metafield[], other: Metafield[], before = ''): Difference[] {
  // What both begin and end with is the same, also where an item was put in between.
  const shorter = Math.min(one.length, other.length);
  let first = 0;
  while (first < shorter && alike(one[first], other[first])) ++first;
  let last = 0;
  while (last < shorter - first && alike(one.at(-1 - last), other.at(-1 - last))) ++last;
  const out: Difference[] = [];
  for (let index = first; index < Math.max(one.length, other.length) - last; ++index) {
    const [mine, theirs] = [one, other].map((list) => (index < list.length - last ? list[index] : undefined));
    if (mine && theirs) out.push(...ofFields(mine.children ?? [], theirs.children ?? [], `${numbered(before, index)} › `));
    else out.push({ title: numbered(before, index), type: 'repeating_item', values: [mine, theirs] });
  }
  return out;
}

function Differences({ all, whose, none }: { all: Difference[]; whose: string; none: string }) {
  if (!all.length) return <p class="version">{none}</p>;
  return (
    <dl class="version">
      {all.map(({ title, type, values: [value, other] }) => <div key={title}><dt>{title}</dt><dd><Version {...{ title, type, value, other, whose }} /></dd></div>)}
    </dl>
  );
}

export function Version({ title, type, value, other, whose }: { title: string; type: string; value: unknown; other: unknown; whose: string }) {
  const text = brief(value) || t('empty');
  if (type === 'repeater') return <Differences all={ofItems((value ?? []) as Metafield[], (other ?? []) as Metafield[])} none={text} {...{ whose }} />;
  if (type === 'repeating_item') {
    if (!value) return <span class="faint">{t('is not there')}</span>;
    return <Differences all={ofFields((value as Metafield).children ?? [], [], '')} none={t('empty')} {...{ whose }} />;
  }
  if (!brief(value)) return <p class="version">{text}</p>;
  if (type === 'html-textarea') return <HtmlFrame html={text} title={`${title}: ${whose}`} />;
  if (type === 'object' || type === 'objects') return <RelationTitles value={text} />;
  if (type === 'json' && typeof value === 'object') return <pre class="version">{writeJson(value, 2)}</pre>;
  return <p class="version">{text}</p>;
}
