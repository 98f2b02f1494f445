import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { startReceiver } from "../../test/receiver.ts";
import { waitLimitMs } from "../../test/waitLimit.ts";
import { checkAddress } from "./checkAddress.ts";
import { openEgress } from "./egress.ts";

// Architecture, Security: addresses that must never be reached, in every notation.
const privateAddresses = `
127.0.0.1 127.0.0.2 127.1 127.255.255.255 2130706433 0x7f000001 0x7f.0.0.1 017700000001 0177.0.0.1 0 0.0.0.0 0.1.2.3
10.0.0.1 10.255.255.255 0xa000001 167772161 172.16.0.1 172.31.255.254 192.168.0.1 192.168.1.254 3232235521 0300.0250.0.1
169.254.169.254 169.254.170.2 2852039166 0xa9fea9fe 100.64.0.1 100.127.255.254 192.0.0.1 192.0.0.192 192.0.2.1 192.88.99.1
198.18.0.1 198.19.255.255 198.51.100.7 203.0.113.9 224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.255
[::] [::1] [0:0:0:0:0:0:0:1] [::ffff:127.0.0.1] [::ffff:7f00:1] [::ffff:10.0.0.1] [::ffff:a9fe:a9fe] [::127.0.0.1] [::ffff:0:127.0.0.1]
[64:ff9b::7f00:1] [64:ff9b::10.0.0.1] [64:ff9b:1::1] [100::1] [fc00::1] [fd00:ec2::254] [fdff::1] [fe80::1] [febf::1] [fec0::1] [ff02::1] [ff0e::1]
[2001::1] [2001:0:4136:e378:8000:63bf:3fff:fdd2] [2001:20::1] [2001:db8::1] [2002:7f00:1::] [2002:a00:1::1] [3fff::1] [5f00::1] [4000::1]
localhost localhost. LOCALHOST ①②⑦.⓪.⓪.① 127。0。0。1 127.0.0.1.
`
  .trim()
  .split(/\s+/);

const notWeb = [
  "ftp://example.com/",
  "file:///etc/passwd",
  "gopher://127.0.0.1/",
  "javascript:1",
  "http://user:password@127.0.0.1/",
  "http://",
  "http://[::1",
  "nothing",
];

const strict = openEgress({ allow: [] });
const get = (url: string, egress = strict) => egress.request({ method: "GET", url, timeoutMs: waitLimitMs });

describe("addresses outside the public internet", () => {
  it.each(privateAddresses)("http://%s/ is refused before anything is sent", async (host) => {
    await expect(get(`http://${host}/`)).rejects.toMatchObject({ failure: "refused_address" });
    await expect(get(`https://${host}:8443/x`)).rejects.toMatchObject({ failure: "refused_address" });
  });

  it("number more than sixty", () => expect(privateAddresses.length + notWeb.length).toBeGreaterThan(60));

  it.each(notWeb)("%s is refused as an address", async (url) => {
    await expect(get(url)).rejects.toMatchObject({ failure: "bad_address" });
  });

  it("are distinguished from public ones", () => {
    for (const address of [
      "1.1.1.1",
      "8.8.8.8",
      "100.128.0.1",
      "172.32.0.1",
      "192.0.1.1",
      "2606:4700::1111",
      "2a00:1450::1",
    ])
      expect(checkAddress(address)).toBeNull();
  });

  it("report an unknown host", async () => {
    await expect(get("http://missing.invalid/")).rejects.toThrow(
      /host "missing.invalid" does not exist|cannot be reached/,
    );
  });
});

describe("the egress client", async () => {
  const receiver = await startReceiver();
  const other = await startReceiver();
  const egress = openEgress({ allow: [receiver.allow] });

  it("reaches only the hosts, ports and networks that the operator allows", async () => {
    receiver.answer((_, response) => response.end("hello"));
    expect((await get(receiver.url, egress)).body.toString()).toBe("hello");
    expect((await get(receiver.url, openEgress({ allow: ["127.0.0.0/8"] }))).status).toBe(200);
    await expect(get(other.url, egress)).rejects.toMatchObject({ failure: "refused_address" });
    expect(other.received).toHaveLength(0);
  });

  it("checks every redirect", async () => {
    receiver.answer((_, response) => response.writeHead(302, { location: `${other.url}/secret` }).end());
    await expect(get(receiver.url, egress)).rejects.toMatchObject({ failure: "refused_address" });
    expect(other.received).toHaveLength(0);
    receiver.answer((_, response) => response.writeHead(302, { location: "/again" }).end());
    await expect(get(receiver.url, egress)).rejects.toThrow("more than 5 redirects");
  });

  it("does not send credentials to another origin", async () => {
    const both = openEgress({ allow: [receiver.allow, other.allow] });
    receiver.answer((_, response) => response.writeHead(307, { location: other.url }).end());
    await both.request({
      method: "POST",
      url: receiver.url,
      headers: { Authorization: "Bearer x", "X-Key": "y", "Content-Type": "text/plain" },
      body: "body",
    });
    const [got] = other.received.splice(0);
    expect(got).toMatchObject({ method: "POST", body: "body", headers: { "content-type": "text/plain" } });
    expect(got?.headers["authorization"] ?? got?.headers["x-key"]).toBeUndefined();
  });

  it("times out on a receiver that hangs before or within its answer", async () => {
    const ask = () => egress.request({ method: "GET", url: receiver.url, timeoutMs: 150 });
    receiver.answer(() => {});
    await expect(ask()).rejects.toMatchObject({ failure: "timed_out", message: "no answer within 150 ms" });
    receiver.answer((_, response) => response.write("a little"));
    await expect(ask()).rejects.toMatchObject({ failure: "timed_out" });
  });

  it("stops reading an answer that is too large, with or without a Content-Length", async () => {
    const part = Buffer.alloc(64 * 1024);
    let sent = 0;
    const pour = (response: {
      write(part: Buffer): boolean;
      once(name: "drain", then: () => void): unknown;
      destroyed: boolean;
    }) => {
      while (!response.destroyed && sent < 200 * 1024 * 1024) {
        sent += part.length;
        if (!response.write(part)) return void response.once("drain", () => pour(response));
      }
    };
    receiver.answer((_, response) => pour(response));
    await expect(get(receiver.url, egress)).rejects.toMatchObject({ failure: "too_large" });
    expect(sent).toBeLessThan(20 * 1024 * 1024);
    receiver.answer((_, response) => response.writeHead(200, { "content-length": 200 * 1024 * 1024 }).write("x"));
    await expect(get(receiver.url, egress)).rejects.toMatchObject({ failure: "too_large" });
  });

  it("decompresses answers up to the size limit", async () => {
    const packed = (bytes: Buffer) =>
      receiver.answer((_, response) => response.writeHead(200, { "content-encoding": "gzip" }).end(bytes));
    packed(gzipSync("hello"));
    expect((await get(receiver.url, egress)).body.toString()).toBe("hello");
    packed(gzipSync(Buffer.alloc(50 * 1024 * 1024)));
    await expect(get(receiver.url, egress)).rejects.toMatchObject({ failure: "too_large" });
    packed(Buffer.from("not gzip"));
    await expect(get(receiver.url, egress)).rejects.toMatchObject({ failure: "broken_answer" });
  });

  it("reports a refused connection", async () => {
    const onlyLocal = openEgress({ allow: ["127.0.0.1/32"] });
    await expect(get("http://127.0.0.1:9/", onlyLocal)).rejects.toThrow("refused the connection");
  });
});
