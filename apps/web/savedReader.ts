/**
 * Reads saved nodes in the pages, where the build puts it in place of zod (decision 0120): it has what the schemas of saved
 * workflows use, gives the same values, and of a problem only its place. `savedReader.test.ts` compares the two.
 */

interface Problem {
  path: PropertyKey[];
}
type Read = (value: unknown, problems: Problem[]) => unknown;
/** Whether a missing key is read as nothing, or as a value of the schema's own. */
type Absent = "optional" | "defaulted" | undefined;

const problemHere = (problems: Problem[]): undefined => void problems.push({ path: [] });

const within = (key: PropertyKey, inner: readonly Problem[], problems: Problem[]): void => {
  for (const { path } of inner) problems.push({ path: [key, ...path] });
};

/** A default is never shared by what was read. */
const copied = (value: unknown): unknown =>
  Array.isArray(value) ? [...value] : isObject(value) ? { ...value } : value;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const sizeOf = (value: unknown): number => (typeof value === "number" ? value : (value as { length: number }).length);

class Schema {
  readonly read: Read;
  readonly absent: Absent;
  /** Whether a missing key stays away. */
  readonly leavesOut: boolean;
  constructor(read: Read, absent?: Absent, leavesOut = false) {
    this.read = read;
    this.absent = absent;
    this.leavesOut = leavesOut;
  }
  safeParse(value: unknown) {
    const issues: Problem[] = [];
    const data = this.read(value, issues);
    return issues.length === 0 ? { success: true, data } : { success: false, error: { issues } };
  }
  parse(value: unknown): unknown {
    const read = this.safeParse(value);
    if (!read.success) throw new Error("does not have the expected form");
    return read.data;
  }
  optional(): Schema {
    const keeps = this.absent !== "defaulted";
    const read: Read = (value, problems) => (value === undefined && keeps ? value : this.read(value, problems));
    return new Schema(read, this.absent ?? "optional", true);
  }
  nullable(): Schema {
    return new Schema(
      (value, problems) => (value === null ? null : this.read(value, problems)),
      this.absent,
      this.leavesOut,
    );
  }
  default(own: unknown): Schema {
    const read: Read = (value, problems) => (value === undefined ? copied(own) : this.read(value, problems));
    return new Schema(read, "defaulted");
  }
  prefault(own: unknown): Schema {
    const read: Read = (value, problems) => this.read(value === undefined ? copied(own) : value, problems);
    return new Schema(read, "defaulted");
  }
  catch(own: unknown): Schema {
    const read: Read = (value) => {
      const problems: Problem[] = [];
      const found = this.read(value, problems);
      return problems.length === 0 ? found : own;
    };
    return new Schema(read, this.absent ?? "optional", this.leavesOut);
  }
  array(): Schema {
    return arrayOf(this);
  }
  min = (least: number): Schema => this.#checked((value) => sizeOf(value) >= least);
  max = (most: number): Schema => this.#checked((value) => sizeOf(value) <= most);
  positive = (): Schema => this.#checked((value) => Number(value) > 0);
  nonnegative = (): Schema => this.min(0);

  #checked(isRight: (value: unknown) => boolean): Schema {
    const read: Read = (value, problems) => {
      const before = problems.length;
      const found = this.read(value, problems);
      if (problems.length === before && !isRight(found)) problemHere(problems);
      return found;
    };
    return new Schema(read, this.absent, this.leavesOut);
  }
}

type Shape = Readonly<Record<string, Schema>>;

class ZodObject extends Schema {
  readonly shape: Shape;
  readonly #keeps: boolean;
  constructor(shape: Shape, keeps: boolean) {
    super((value, problems) => readObject(shape, keeps, value, problems));
    this.shape = shape;
    this.#keeps = keeps;
  }
  loose = (): ZodObject => new ZodObject(this.shape, true);
  extend = (more: Shape): ZodObject => new ZodObject({ ...this.shape, ...more }, this.#keeps);
}

function readObject(shape: Shape, keeps: boolean, value: unknown, problems: Problem[]): unknown {
  if (!isObject(value)) return problemHere(problems);
  const found: Record<string, unknown> = {};
  for (const key of Object.keys(shape)) readKey(shape[key] as Schema, key, value, found, problems);
  if (keeps) for (const key in value) if (!Object.hasOwn(shape, key) && key !== "__proto__") found[key] = value[key];
  return found;
}

function readKey(
  { read, absent, leavesOut }: Schema,
  key: string,
  value: Record<string, unknown>,
  found: Record<string, unknown>,
  problems: Problem[],
): void {
  const isThere = key in value;
  if (!isThere && leavesOut && absent === "optional") return;
  const inner: Problem[] = [];
  const part = read(value[key], inner);
  if (!isThere && inner.length > 0 && leavesOut && absent !== undefined) return;
  within(key, inner, problems);
  if (!isThere && absent === undefined) {
    if (inner.length === 0) problems.push({ path: [key] });
  } else if (part !== undefined || isThere || (absent === "defaulted" && !leavesOut)) found[key] = part;
}

const oneOf = (values: readonly unknown[]): Schema => typed((value) => values.includes(value));

const typed = (isRight: (value: unknown) => boolean): Schema =>
  new Schema((value, problems) => (isRight(value) ? value : problemHere(problems)));

const isText = (value: unknown): boolean => typeof value === "string";

/** A value made into another one first, where that is possible. */
const made = (from: (value: unknown) => unknown, isRight: (value: unknown) => boolean): Schema =>
  new Schema((value, problems) => {
    let found = value;
    try {
      found = from(value);
    } catch {}
    return isRight(found) ? found : problemHere(problems);
  });

function arrayOf(item: Schema): Schema {
  return new Schema((value, problems) => {
    if (!Array.isArray(value)) return problemHere(problems);
    return Array.from(value, (one: unknown, index) => {
      const inner: Problem[] = [];
      const found = item.read(one, inner);
      within(index, inner, problems);
      return found;
    });
  });
}

const unionOf = (options: readonly Schema[]): Schema =>
  new Schema((value, problems) => {
    for (const option of options) {
      const inner: Problem[] = [];
      const found = option.read(value, inner);
      if (inner.length === 0) return found;
    }
    return problemHere(problems);
  });

const recordOf = (_keys: Schema, item: Schema): Schema =>
  new Schema((value, problems) => {
    if (!isObject(value)) return problemHere(problems);
    const found: Record<string, unknown> = {};
    for (const key of Object.keys(value)) {
      if (key === "__proto__") continue;
      const inner: Problem[] = [];
      found[key] = item.read(value[key], inner);
      within(key, inner, problems);
    }
    return found;
  });

/** What of zod the schemas of saved workflows use. */
export const z = {
  ZodObject,
  string: () => typed(isText),
  number: () => typed(Number.isFinite),
  int: () => typed(Number.isSafeInteger),
  boolean: () => typed((value) => typeof value === "boolean"),
  unknown: () => typed(() => true),
  never: () => typed(() => false),
  enum: oneOf,
  literal: (value: unknown) => oneOf([value]),
  coerce: { number: () => made(Number, Number.isFinite), string: () => made(String, isText) },
  object: (shape: Shape) => new ZodObject(shape, false),
  looseObject: (shape: Shape) => new ZodObject(shape, true),
  array: arrayOf,
  union: unionOf,
  record: recordOf,
  preprocess: (change: (value: unknown) => unknown, inner: Schema) =>
    new Schema((value, problems) => inner.read(change(value), problems), "optional", inner.leavesOut),
};
