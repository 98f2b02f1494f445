import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";

// Who may import whom (architecture, Walls), as rules over import lines.

interface Import {
  file: string;
  /** A path from the root for our own files, the package's specifier otherwise. */
  target: string;
  typeOnly: boolean;
  /** Loaded when it is wanted, by `import()`. */
  dynamic: boolean;
  specifier: string;
}

interface Wall {
  rule: string;
  /** The files that the rule is about; with a group where the target is compared to it. */
  from: RegExp;
  breaks(found: Import, from: RegExpExecArray): boolean;
}

const own = /^(packages|apps|e2e|bench|scripts)\//;
const isTest = (file: string) => /\.(test|prove|e2e)\.tsx?$/.test(file) || file.startsWith("apps/server/test/");
const isNode = (target: string) => target.startsWith("node:");
const isPackage = (target: string, ...names: string[]) =>
  names.some((name) => target === name || target.startsWith(`${name}/`));

/** Pure packages that the engine may stand on. */
const pure = ["zod", "temporal-polyfill", "re2js", "libphonenumber-js"];
const react = ["react", "react-dom", "@mantine", "@tanstack", "@tabler", "@xyflow", "zustand"];

const walls: Wall[] = [
  {
    rule: "packages/workflow is pure: itself and pure packages, nothing of Node, of the other workspaces or of React",
    // describeKind is the runner of the kinds' cases and is next to what it tests.
    from: /^packages\/workflow\/src\/(?!outbound\/describeKind)/,
    breaks: ({ file, target }) =>
      !isTest(file) && !target.startsWith("packages/workflow/src/") && !isPackage(target, ...pure),
  },
  {
    rule: "packages/contract holds shapes: zod, itself, and the types of workflow",
    from: /^packages\/contract\/src\//,
    breaks: ({ file, target, typeOnly }) =>
      !isTest(file) &&
      !target.startsWith("packages/contract/src/") &&
      !isPackage(target, "zod") &&
      !(typeOnly && target.startsWith("packages/workflow/src/")),
  },
  {
    rule: "packages/client knows the contract, and nothing else of ours",
    from: /^packages\/client\/src\//,
    breaks: ({ file, target }) =>
      !isTest(file) && own.test(target) && !/^packages\/(client|contract)\/src\//.test(target),
  },
  {
    rule: "packages/carriers imports no other workspace, no sockets and no database: they are handed in",
    from: /^packages\/carriers\/src\//,
    breaks: ({ file, target }) =>
      !isTest(file) &&
      ((own.test(target) && !target.startsWith("packages/carriers/src/")) ||
        isPackage(
          target,
          "pg",
          "fastify",
          "undici",
          "node:net",
          "node:tls",
          "node:http",
          "node:https",
          "node:dgram",
          ...react,
        )),
  },
  {
    rule: "apps/server knows nothing of React and of the pages",
    from: /^apps\/server\//,
    breaks: ({ target }) => target.startsWith("apps/web/") || isPackage(target, ...react),
  },
  {
    rule: "apps/web knows workflow and contract, not server, carriers or Node",
    from: /^apps\/web\/src\//,
    breaks: ({ file, target }) =>
      /^(apps\/server|packages\/carriers)\//.test(target) || (isNode(target) && !isTest(file)),
  },
  {
    rule: "kinds never import each other: what they share goes to parts/",
    from: /^packages\/workflow\/src\/(\w+)\/kinds\/(\w+)\//,
    breaks: ({ target }, [, family, kind]) => {
      const other = new RegExp(`^packages/workflow/src/${family}/kinds/(\\w+)/`).exec(target)?.[1];
      return other !== undefined && other !== kind;
    },
  },
  {
    rule: "engine/ and parts/ never import kinds: the engine is given kindOf",
    from: /^packages\/workflow\/src\/(engine|parts)\//,
    breaks: ({ file, target }) => !isTest(file) && /\/kinds\//.test(target),
  },
  {
    rule: "only store/ talks to PostgreSQL",
    from: /^apps\/server\/src\/(?!store\/)/,
    breaks: ({ target }) => isPackage(target, "pg", "pg-copy-streams"),
  },
  {
    rule: "store/ is the lowest: nothing of http, routes, effects or jobs",
    from: /^apps\/server\/src\/store\//,
    breaks: ({ file, target }) => !isTest(file) && /^apps\/server\/src\/(http|routes|effects|jobs|cli)\//.test(target),
  },
  {
    rule: "routes go to the store, never to jobs or effects",
    from: /^apps\/server\/src\/routes\//,
    breaks: ({ file, target, typeOnly }) =>
      !isTest(file) && !typeOnly && /^apps\/server\/src\/(jobs|effects)\//.test(target),
  },
  {
    rule: "inbound/ takes what comes from outside, for routes and jobs alike: engine, effects and store below it",
    from: /^apps\/server\/src\/inbound\//,
    breaks: ({ file, target }) => !isTest(file) && /^apps\/server\/src\/(routes|http|jobs)\//.test(target),
  },
  {
    rule: "world/ reads what journeys need and plays them ahead, for routes and jobs alike: engine and store below it",
    from: /^apps\/server\/src\/world\//,
    breaks: ({ file, target }) => !isTest(file) && /^apps\/server\/src\/(routes|http|jobs|effects)\//.test(target),
  },
  {
    rule: "effects go to carriers and store, never to routes, http or jobs",
    from: /^apps\/server\/src\/effects\//,
    breaks: ({ file, target }) => !isTest(file) && /^apps\/server\/src\/(routes|http|jobs)\//.test(target),
  },
  {
    rule: "jobs go to engine, effects and store, never to routes or http",
    from: /^apps\/server\/src\/jobs\//,
    breaks: ({ file, target }) => !isTest(file) && /^apps\/server\/src\/(routes|http)\//.test(target),
  },
  {
    rule: "a page never imports a page of another segment",
    from: /^apps\/web\/src\/pages\/([\w-]+)\//,
    breaks: ({ target }, [, segment]) =>
      target.startsWith("apps/web/src/pages/") && !target.startsWith(`apps/web/src/pages/${segment}/`),
  },
  {
    rule: "pages → canvas → history → fields → ui: nothing imports upwards",
    from: /^apps\/web\/src\/(canvas|history|fields|ui|api)\//,
    breaks: ({ file, target }, [, layer]) => {
      const above = {
        canvas: "pages",
        history: "pages|canvas",
        fields: "pages|canvas|history",
        ui: "pages|canvas|history|fields",
        api: "pages|canvas|history|fields",
      };
      return !isTest(file) && new RegExp(`^apps/web/src/(${above[layer as keyof typeof above]})/`).test(target);
    },
  },
  {
    rule: "only canvas/ imports the graph library",
    from: /^apps\/web\/src\/(?!canvas\/)/,
    breaks: ({ target }) => isPackage(target, "@xyflow/react"),
  },
  {
    rule: "a relative import names its file with its ending",
    from: own,
    breaks: ({ specifier }) => specifier.startsWith(".") && !/\.(tsx?|js|json|css|svg|woff2)(\?\w+)?$/.test(specifier),
  },
];

const root = import.meta.dirname;
const files = globSync(["{packages,apps}/*/{src,test}/**/*.{ts,tsx}", "{e2e,bench,scripts}/**/*.ts"], { cwd: root })
  .filter((file) => !file.includes("node_modules"))
  .sort();
const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), "utf8")]));
const imports = [...sources].flatMap(([file, source]) => readImports(file, source));

/** Every import and re-export, static or dynamic, of a file. */
function readImports(file: string, source: string): Import[] {
  const lines =
    /^\s*(?:import|export)\s+(type\s)?(?:[^"'`;]*?\sfrom\s*)?["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\s*\)/gm;
  return [...source.matchAll(lines)].map(([, type, fixed, dynamic]) => {
    const specifier = fixed ?? dynamic ?? "";
    return {
      file,
      specifier,
      target: resolveTarget(file, specifier),
      typeOnly: type !== undefined,
      dynamic: dynamic !== undefined,
    };
  });
}

function resolveTarget(file: string, specifier: string): string {
  if (specifier.startsWith(".")) return normalize(join(dirname(file), specifier));
  const [, workspace, path] = /^@trunkline\/(\w+)\/(.*)$/.exec(specifier) ?? [];
  if (!workspace) return specifier;
  return `${workspace === "server" || workspace === "web" ? "apps" : "packages"}/${workspace}/src/${path}`;
}

function listBreaks({ from, breaks }: Wall, among: Import[]): string[] {
  return among
    .filter((found) => {
      const match = from.exec(found.file);
      return match !== null && breaks(found, match);
    })
    .map(({ file, specifier }) => `${file} imports ${specifier}`);
}

/** Files that import each other, directly or through others: Tarjan's strongly connected components of two files or more. */
function listCircles(among: Import[]): string[][] {
  const importsOf = Map.groupBy(among, ({ file }) => file);
  const order = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  /** Returns the position of the earliest open file that this one reaches. */
  function visit(file: string): number {
    const position = order.size;
    order.set(file, position);
    const start = open.push(file) - 1;
    let earliest = position;
    for (const { target } of importsOf.get(file) ?? []) {
      if (!order.has(target)) earliest = Math.min(earliest, visit(target));
      else if (open.includes(target)) earliest = Math.min(earliest, order.get(target) ?? position);
    }
    if (earliest < position) return earliest;
    const members = open.splice(start);
    if (members.length > 1) circles.push(members.sort());
    return position;
  }
  for (const file of importsOf.keys()) if (!order.has(file)) visit(file);
  return circles;
}

describe("who may import whom (architecture, Walls)", () => {
  for (const wall of walls) it(wall.rule, () => expect(listBreaks(wall, imports)).toEqual([]));

  it("is read from every kind of import line", () => {
    const source = `import a from "./a.ts";\nimport type { B,\n  C } from "@trunkline/contract/b.ts";\nimport "node:fs";\nexport { d } from '../d.ts';\nconst e = await import("pg");`;
    const read = readImports("packages/workflow/src/engine/x.ts", source);
    expect(read.map(({ target, typeOnly }) => [target, typeOnly])).toEqual([
      ["packages/workflow/src/engine/a.ts", false],
      ["packages/contract/src/b.ts", true],
      ["node:fs", false],
      ["packages/workflow/src/d.ts", false],
      ["pg", false],
    ]);
    expect(listBreaks(walls[0]!, read)).toHaveLength(3);
  });
});

describe("import circles", () => {
  it("no file imports itself through others", () => {
    const product = imports.filter(({ file, target }) => own.test(target) && !isTest(file) && !isTest(target));
    expect(listCircles(product).map((members) => members.join(" ↔ "))).toEqual([]);
  });

  it("are found through type imports and dynamic imports", () => {
    const read = [
      ...readImports("apps/web/src/a.ts", 'import type { B } from "./b.ts";\nimport { d } from "./d.ts";'),
      ...readImports("apps/web/src/b.ts", 'const c = () => import("./c.ts");'),
      ...readImports("apps/web/src/c.ts", 'export { a } from "./a.ts";'),
      ...readImports("apps/web/src/d.ts", 'import { z } from "zod";'),
    ];
    expect(listCircles(read)).toEqual([["apps/web/src/a.ts", "apps/web/src/b.ts", "apps/web/src/c.ts"]]);
  });
});

describe("floors (docs/architecture.md, Floors)", () => {
  const page = readFileSync(join(root, "docs/architecture.md"), "utf8");
  const buildings = [...page.matchAll(/```floors (\S+)\n([\s\S]*?)```/g)].map(([, base = "", list = ""]) => ({
    base,
    floors: list
      .trim()
      .split("\n")
      .map((line) => line.split(" ")),
  }));

  it("are listed for the server and the pages", () => {
    expect(buildings.map(({ base }) => base)).toEqual(["apps/server/src", "apps/web/src"]);
  });

  it.each(buildings)("every folder of $base is on one of them", ({ base, floors }) => {
    const rooms = new Set(files.flatMap((file) => roomOf(base, file) ?? []));
    expect([...rooms].sort()).toEqual(floors.flat().sort());
  });

  it.each(buildings)("nothing in $base imports from its own floor or from above", ({ base, floors }) => {
    const floorOf = new Map(floors.flatMap((rooms, floor) => rooms.map((room): [string, number] => [room, floor])));
    const upward = imports
      .filter(({ file, target }) => sources.has(target) && !isTest(file) && !isTest(target))
      .filter(({ file, target }) => {
        const from = roomOf(base, file);
        const to = roomOf(base, target);
        if (from === undefined || to === undefined || from === to) return false;
        return (floorOf.get(to) ?? 0) <= (floorOf.get(from) ?? 0);
      });
    expect(upward.map(({ file, specifier }) => `${file} imports ${specifier}`)).toEqual([]);
  });

  it("have no folder of more than 40 product files", () => {
    const product = files.filter((file) => /\/src\//.test(file) && !isTest(file));
    const crowded = [...Map.groupBy(product, dirname)].filter(([, inside]) => inside.length > 40);
    expect(crowded.map(([folder, inside]) => `${folder}: ${inside.length}`)).toEqual([]);
  });

  it("have no product file with a test's name", () => {
    const named = files.filter((file) => /\/src\//.test(file) && !isTest(file) && /Test\.tsx?$/.test(file));
    expect(named).toEqual([]);
  });
});

/** The folder below `base` that a file is in, or the file's own name where it is directly in `base`. */
function roomOf(base: string, file: string): string | undefined {
  if (!file.startsWith(`${base}/`)) return undefined;
  const [first = "", ...rest] = file.slice(base.length + 1).split("/");
  return rest.length > 0 ? first : first.replace(/(\.d)?(\.test|\.prove)?\.\w+$/, "");
}

describe("what the first load of a page brings (decision 0046)", () => {
  /** What weighs more than all pages of ours, and which pages cannot stand without it. */
  const heavy: Record<string, RegExp> = {
    re2js: /^$/,
    "temporal-polyfill": /CreateRunnerPage/,
    "libphonenumber-js": /DoNotContactPage|WhyPage/,
    "@xyflow/react": /EditorPage/,
    "packages/workflow/src/outbound/kinds/index.ts": /\/EditorPage/,
    "@mantine/form": /ContactPage|FormPage|Create|Edit|Login|Setup|Invitation|Password|RcsPage/,
    "apps/web/src/ui/table/Table.tsx": /^(?!.*(Form|Create|Edit|Editor)Page)/,
  };
  const web = imports.filter(({ typeOnly, dynamic }) => !typeOnly && !dynamic);
  const byFile = Map.groupBy(web, ({ file }) => file);

  /** The way of static imports from a page to a package; the bundler leaves out how kinds behave. */
  function wayTo(name: string, page: string): string[] | undefined {
    const ways = new Map<string, string[]>([[page, [page]]]);
    for (const [file, way] of ways) {
      for (const { target, specifier } of byFile.get(file) ?? []) {
        if (isPackage(target, name)) return [...way, target];
        if (specifier === "./run.ts" && file.endsWith("/index.ts")) continue;
        if (!ways.has(target)) ways.set(target, [...way, target]);
      }
    }
    return undefined;
  }

  const pages = files.filter((file) => /^apps\/web\/src\/pages\/.*Page\.tsx$/.test(file));
  it.each(Object.keys(heavy))("is not %s where the page can stand without it", (name) => {
    const found = ["apps/web/src/main.tsx", ...pages].flatMap((page) => {
      const way = heavy[name]?.test(page) ? undefined : wayTo(name, page);
      return way === undefined ? [] : [way.map((file) => file.split("/").at(-1)).join(" → ")];
    });
    expect(found).toEqual([]);
  });

  it("has no schemas of endpoints, which the build leaves out (decision 0119)", () => {
    const reads = /[rR]outes(\.\w+)+[?!]?\.(body|params|query|item)\b/;
    const found = files.filter(
      (file) => /^apps\/web\/src\//.test(file) && reads.test(readFileSync(join(root, file), "utf8")),
    );
    expect(found).toEqual([]);
  });

  it("has no tooltips of the library, which bring what menus are placed with (decision 0120)", () => {
    const brings = /import \{[^}]*\bTooltip\b[^}]*\} from "@mantine\/core"/;
    const found = [...sources].filter(([file, source]) => file.startsWith("apps/web/src/") && brings.test(source));
    expect(found.map(([file]) => file)).toEqual([]);
  });

  it("is distinguished from what is loaded later", () => {
    const [now, later] = readImports("apps/web/src/x.ts", 'import { a } from "re2js";\nconst b = import("pg");');
    expect([now?.dynamic, later?.dynamic]).toEqual([false, true]);
  });
});
