// HTML is edited as readers see it, where the editor keeps all of it, and as source.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { say } from '../../messages';
import { t } from '../../text';
import { PlainArea } from './area';
import { Switch } from './bar';
import { frameClass, type TextProps, useLoaded } from './field';
import { Preview } from './frame';
import { loadCode, loadVisual } from './load';

export const Coming = () => <div class="coming-text" aria-busy="true"><span class="faint">{t('Loading…')}</span></div>;

export function HtmlText(props: TextProps) {
  const mode = useSignal<'' | 'visual' | 'source'>('');
  const why = useSignal('');
  const moved = useSignal(false); // by the switch: the focus goes along
  const visual = useLoaded(loadVisual);
  const code = useLoaded(loadCode, mode.value === 'source');
  const found = useSignal<ReturnType<NonNullable<typeof visual>['readHtml']> | null>(null);
  const open = () => {
    found.value = visual!.readHtml(props.now());
    why.value = found.value.why ?? '';
    mode.value = why.value ? 'source' : 'visual';
  };
  useEffect(() => {
    if (visual && !mode.peek()) open();
    if (visual === null) mode.value = 'source';
  }, [visual]);

  const toSource = () => {
    moved.value = true;
    mode.value = 'source';
  };
  const toVisual = () => {
    moved.value = true;
    open();
    if (why.value) say(why.value);
  };
  const giveUp = (reason: string) => {
    moved.value = false;
    why.value = reason;
    mode.value = 'source';
  };
  return (
    <Frame {...props} why={why.value} waiting={visual === undefined || (mode.value === 'source' && code === undefined)}>
      {mode.value === 'visual' && visual && found.value && found.value.why === undefined && (
        <visual.Visual {...props} found={found.value} focus={moved.value} giveUp={giveUp}><Switch name={t('Source')} pressed={false} run={toSource} /></visual.Visual>
      )}
      {mode.value === 'source' && code && (
        <code.Code {...props} language="html" focus={moved.value}>{visual && <Switch name={t('Source')} pressed run={toVisual} />}</code.Code>
      )}
      {mode.value === 'source' && code === null && <PlainArea {...props} />}
    </Frame>
  );
}

function Frame({ why, waiting, value, title, readonly, children }: TextProps & { why: string; waiting: boolean; children: ComponentChildren }) {
  return (
    <>
      {why && <p class="why faint" role="note">{why}</p>}
      <div class={frameClass(readonly)}>{children}{waiting && <Coming />}</div>
      {value && <Preview html={() => value} title={title} />}
    </>
  );
}
