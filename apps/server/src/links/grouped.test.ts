import { expect, it } from "vitest";
import { Grouped } from "./grouped.ts";

it("items that arrive during a lane's group form its next group without delaying other lanes", async () => {
  const done: string[] = [];
  const held = Promise.withResolvers<void>();
  const grouped = new Grouped<string, string>(2, async (lane, group) => {
    if (lane === "slow") await held.promise;
    done.push(`${lane} ${group.join("")}`);
    return group.map((one) => one.toUpperCase());
  });
  const slow = ["a", "b", "c"].map((one) => grouped.ask("slow", one));
  expect(await Promise.all(["d", "e", "f"].map((one) => grouped.ask("quick", one)))).toEqual(["D", "E", "F"]);
  expect(done).toEqual(["quick de", "quick f"]);
  const stopped = grouped.done();
  held.resolve();
  expect(await Promise.all(slow)).toEqual(["A", "B", "C"]);
  await stopped;
  expect(done.slice(2)).toEqual(["slow ab", "slow c"]);
});

it("a failed group rejects its own items and the next group runs", async () => {
  const grouped = new Grouped<number, number>(1, (_lane, [one = 0]) =>
    one === 1 ? Promise.reject(new Error("no")) : Promise.resolve([one]),
  );
  const [first, second] = await Promise.allSettled([grouped.ask("a", 1), grouped.ask("a", 2)]);
  expect([first?.status, second]).toEqual(["rejected", { status: "fulfilled", value: 2 }]);
});
