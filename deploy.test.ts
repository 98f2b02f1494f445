import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

// deploy/ names what the program has: its metrics, settings, commands and folders.

const read = (path: string): string => readFileSync(path, "utf8");
const source = globSync("apps/server/src/**/*.ts").map(read).join("\n");
const readme = read("README.md");
/** Metrics of the process, which prom-client names. */
const ofProcess = ["nodejs_eventloop_lag_p99_seconds", "process_resident_memory_bytes", "process_cpu_seconds_total"];

describe("deploy/", () => {
  it.each(["alerts.yaml", "board.json"])("%s asks for metrics that the program reports", (file) => {
    const names = read(`deploy/${file}`).match(/\b(?:trunkline|nodejs|process)_[a-z0-9_]+/g) ?? [];
    expect(names.length).toBeGreaterThan(5);
    const reported = (name: string) =>
      ofProcess.includes(name) || source.includes(`"${name.replace(/_(?:bucket|count)$/, "")}"`);
    expect(names.filter((name) => !reported(name))).toEqual([]);
  });

  it.each(["compose.yaml", "env.example", "Containerfile", "trunkline@.service", "helm/trunkline/values.yaml"])(
    "%s sets settings that README.md lists",
    (file) => {
      const names = read(`deploy/${file}`).match(/\b(?:TRUNKLINE|OTEL)_[A-Z_]+/g) ?? [];
      const own = ["TRUNKLINE_HOST"];
      expect(names.filter((name) => !own.includes(name) && !readme.includes(`\`${name}\``))).toEqual([]);
    },
  );

  it("Containerfile copies the manifest of every workspace", () => {
    const manifests = globSync("{apps,packages}/*/package.json");
    expect(manifests.length).toBeGreaterThan(4);
    const file = read("deploy/Containerfile");
    expect(manifests.filter((path) => !file.includes(`COPY ${path} `))).toEqual([]);
  });

  it("starts the program by commands that it has", () => {
    const started = (text: string, list: RegExp): unknown[] =>
      [...text.matchAll(list)].map(([, words]) => JSON.parse(words ?? ""));
    const parts = [["migrate"], ["serve", "--role", "api"], ["serve", "--role", "worker"]];
    const chart = ["migrate", "api", "worker"].map((name) => read(`deploy/helm/trunkline/templates/${name}.yaml`));
    expect(started(read("deploy/compose.yaml"), /command: (\[.*\])/g)).toEqual(parts);
    expect(started(chart.join("\n"), /args: (\[.*\])/g)).toEqual(parts);
    for (const [command] of parts) expect(source).toContain(`new Command("${command}")`);
  });
});
