import type { Privilege } from "@trunkline/contract/identity/roles.ts";
import { describe, expect, it } from "vitest";
import ivrRoute from "../../../../../packages/workflow/fixtures/wire/ivr.route.json" with { type: "json" };
import { drawnVoicemails as drawn } from "../../../test/drawnVoicemails.ts";
import { routeWorld } from "../../../test/routeWorld.ts";
import { destinationBody } from "../../../test/world.ts";

const { server, account, send, getNumbers, make, live, save } = await routeWorld();
const [number = ""] = await getNumbers(1);

describe("what only calls can set", () => {
  it("comes back with the version that had it, also where its destination is gone", async () => {
    await send("DELETE", "/v4/route/tag/half?forceDelete=true");
    await make("half");
    const [first, second] = drawn([7, 9]).destinations;
    const or = [{ variable: "from", type: "session", operation: "EQUALS", value: "+12025550143", negated: false }];
    const set = { callbackUrl: "https://shop.example/routed", ruleDTO: { ...second?.ruleDTO, or } };
    await send("POST", "/v4/route/", first);
    await send("POST", "/v4/route/", { ...second, ...set });
    expect(await save("POST", "half", drawn([7, 9]).text)).toMatchObject({ workflowUIVersion: 1 });
    expect(await save("PUT", "half", drawn([7]).text)).toMatchObject({ workflowUIVersion: 2 });
    await send("PUT", "/v4/route/dest_half_01/", { ...first, callbackUrl: "https://shop.example/later" });
    const restored = `/v4/workflow/${account}/half/version/1/restore`;
    expect(await send("POST", restored, {})).toMatchObject({ workflowUIVersion: 3 });
    expect((await send("GET", "/v4/route/half/")).payload).toMatchObject([
      { name: "dest_half_01", callbackUrl: "", ruleDTO: { or: [] } },
      { name: "dest_half_02", ...set },
    ]);
  });
});

describe("rights over routes", () => {
  it("who may change IVR menus makes their route, and touches no inbound workflow", async () => {
    const may = async (...privileges: Privilege[]) => server.key(account, "member", privileges);
    const ivrAdmin = await may("ivr-admin");
    expect(await send("POST", "/v4/route/tag/", { routeTag: "Main" }, ivrAdmin)).toMatchObject({ status: 200 });
    expect((await send("POST", "/v4/route/", ivrRoute, ivrAdmin)).payload).toMatchObject([ivrRoute]);
    expect(await send("POST", "/v4/route/tag/main/numbers", { numbers: [] }, ivrAdmin)).toMatchObject({ ivr: true });
    expect((await send("GET", "/v4/route/?destType=ivr")).payload.map(({ name }) => name)).toContain("ivr-main");
    const refused = {
      status: 403,
      message: '"half" is an inbound workflow. To change it, you need the privilege workflow-edit',
    };
    expect(await send("DELETE", "/v4/route/tag/half?forceDelete=true", undefined, ivrAdmin)).toMatchObject(refused);
    expect(await send("POST", "/v4/route/", destinationBody("half", "x"), ivrAdmin)).toMatchObject(refused);
    expect(await send("DELETE", "/v4/route/tag/main?forceDelete=true", undefined, ivrAdmin)).toMatchObject({
      id: "main",
    });
  });

  it("deleting without force is refused while numbers or destinations exist", async () => {
    await send("POST", "/v4/route/tag/half/numbers", { numbers: [number] });
    expect(await live(number)).not.toBeNull();
    expect(await send("DELETE", "/v4/route/tag/half")).toMatchObject({ status: 409, code: "route_in_use" });
    expect(await send("DELETE", "/v4/route/tag/half?forceDelete=true")).toMatchObject({ status: 200, id: "half" });
    expect(await live(number)).toBeNull();
    expect(await send("GET", "/v4/route/half/")).toMatchObject({ status: 404 });
  });
});
