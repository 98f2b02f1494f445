import { Text } from "@mantine/core";
import { IconAlertTriangle, IconArrowBackUp, IconUnlink } from "@tabler/icons-react";
import type { Issue } from "@trunkline/workflow/nodeKind.ts";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import type { IvrActionType, IvrOption } from "@trunkline/workflow/voice/ivr/ivr.ts";
import type { MenuLink, MenuPlace } from "@trunkline/workflow/voice/ivr/menuTree.ts";
import { useEffect, useMemo, useRef } from "react";
import { formatPhone, plural } from "../../ui/text/formatFigure.ts";
import { Tooltip } from "../../ui/tip/Tooltip.tsx";
import { type DraftMenu, menuName, treeOf } from "./ivrDraft.ts";
import classes from "./MenuTree.module.css";

/** Maximum indentation, because the panel is narrow. */
const deepest = 7;
const stepPx = 22;

/** The tree of menus. Cards select a menu; back links are listed below its card (spec 3 §2). */
export function MenuTree(props: {
  menus: readonly DraftMenu[];
  chosen: number;
  issues: readonly Issue[];
  onChoose: (index: number) => void;
}) {
  const { menus, chosen, issues, onChoose } = props;
  const { places, links } = useMemo(() => treeOf(menus), [menus]);
  const list = useRef<HTMLUListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to the chosen card when the choice or the tree changes
  useEffect(() => {
    const card = list.current?.querySelector<HTMLElement>('[aria-current="true"]');
    const frame = list.current;
    if (!card || !frame) return;
    // only the panel scrolls, never the page
    const { top, bottom } = card.getBoundingClientRect();
    const box = frame.getBoundingClientRect();
    if (top < box.top) frame.scrollTop -= box.top - top + 8;
    else if (bottom > box.bottom) frame.scrollTop += bottom - box.bottom + 8;
  }, [chosen, places]);
  const wrong = new Set(issues.flatMap(({ field }) => /^menus\.(\d+)\./.exec(field)?.[1] ?? []));
  const name = (index: number): string => menuName(menus, index);
  return (
    <ul className={classes["tree"]} ref={list} aria-label="Tree of menus">
      {places.map((place) => (
        <MenuCard
          key={place.menu}
          place={place}
          name={name}
          menu={menus[place.menu] as DraftMenu}
          links={links}
          isChosen={place.menu === chosen}
          isWrong={wrong.has(String(place.menu))}
          onChoose={onChoose}
        />
      ))}
    </ul>
  );
}

const wordsOf: Readonly<Record<IvrActionType, (value: string) => string>> = {
  say: () => "a message",
  play: () => "a sound",
  hangup: () => "hang up",
  dial: (value) => `call ${formatPhone(value)}`,
  nextMenu: () => "another menu",
  workflow: () => "start a workflow",
  livelist: (value) => `live list ${value}`,
};

/** Where a key leads that opens no menu: "Start a workflow, a message, hang up". */
function describeOption({ actions }: IvrOption): string {
  // a new action has no type yet
  const words = actions.flatMap(({ type, value }) => ownValue(wordsOf, type)?.(value) ?? []).join(", ");
  return words === "" ? "Nothing yet" : words.charAt(0).toUpperCase() + words.slice(1);
}

/** The keys of a menu that open no other menu. */
function OtherKeys({ of, options }: { of: string; options: readonly IvrOption[] }) {
  const others = options.filter(({ actions }) => !actions.some(({ type }) => type === "nextMenu"));
  if (others.length === 0) return null;
  return (
    <ul className={classes["ends"]} aria-label={`Other keys of ${of}`}>
      {others.map((option, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two options may have the same key while they are edited
        <li key={index} className={classes["end"]}>
          <span className={classes["key"]}>{option.dtmfKey}</span> {describeOption(option)}
        </li>
      ))}
    </ul>
  );
}

function MenuCard(props: {
  place: MenuPlace;
  menu: DraftMenu;
  name: (index: number) => string;
  links: readonly MenuLink[];
  isChosen: boolean;
  isWrong: boolean;
  onChoose: (index: number) => void;
}) {
  const { place, menu, name, links, isChosen, isWrong, onChoose } = props;
  const keys = links.filter(({ to, isBack }) => to === place.menu && !isBack).map(({ key }) => key);
  const back = links.filter(({ from, isBack }) => from === place.menu && isBack);
  const depth = Math.min(place.depth, deepest);
  return (
    <li className={classes["place"]} style={{ marginInlineStart: depth * stepPx }} data-depth={depth}>
      <button
        type="button"
        className={classes["card"]}
        aria-current={isChosen || undefined}
        data-orphan={place.isOrphan || undefined}
        onClick={() => onChoose(place.menu)}
      >
        {keys.map((key) => (
          <span key={key} className={classes["key"]} title={`Key ${key} opens this menu`}>
            {key}
          </span>
        ))}
        <span className={classes["name"]}>{name(place.menu)}</span>
        {place.menu === 0 && <span className={classes["tag"]}>Entry</span>}
        {isWrong && (
          <Tooltip label="This menu has errors">
            <IconAlertTriangle size={14} className={classes["wrong"]} aria-label="Has errors" />
          </Tooltip>
        )}
        <span className={classes["count"]}>{plural(menu.options.length, "option")}</span>
      </button>
      {place.isOrphan && (
        <Text size="xs" className={classes["note"]}>
          <IconUnlink size={12} aria-hidden /> Callers cannot reach this menu
        </Text>
      )}
      <OtherKeys of={name(place.menu)} options={menu.options} />
      {back.length > 0 && (
        <div className={classes["back"]}>
          {back.map(({ key, to }) => (
            <button
              key={key}
              type="button"
              className={classes["link"]}
              aria-label={`${key} ${name(to)}, link back`}
              onClick={() => onChoose(to)}
            >
              <span className={classes["key"]}>{key}</span> <IconArrowBackUp size={12} aria-hidden />
              {name(to)}
            </button>
          ))}
        </div>
      )}
    </li>
  );
}
