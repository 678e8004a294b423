// Runs the code of the guide "Webhooks" that verifies deliveries, in each language that the machine has, with a genuine
// delivery, a changed body and an old one. Run by `npm run test:languages [webhooks]`.

import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { nowSeconds } from '../../../models/clock.ts';
import { guideSource } from '../../../scripts/generate/docs/guides.ts';
import { generateWebhookSecret, signatures } from '../../../services/webhooks/signing.ts';
import { programs } from './programs.ts';

const guide = guideSource('webhooks');
const secret = generateWebhookSecret();
const body = '{"id":"evt_1","type":"vector_store.file_batch.completed","name":"Grüße"}';

interface Program {
  /** The program that the machine must have. */
  needs: string;
  /** The program around the lines of the guide, and other files. It gets the body in BODY, and the headers in ID, AT and SIGNATURE. */
  files(lines: string): Record<string, string>;
  prepare: string[][];
  run: string[];
}

const indented = (lines: string) => lines.replaceAll('\n', '\n    ');

const javaPom = `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>svc</groupId><artifactId>verify</artifactId><version>1</version>
<dependencies><dependency><groupId>com.standardwebhooks</groupId><artifactId>standardwebhooks</artifactId>
<version>1.1.1</version></dependency></dependencies></project>
`;

const languages: Record<string, Program> = {
  js: {
    needs: 'node',
    files: (lines) => ({
      'verify.mjs': `const { BODY: body, ID, AT, SIGNATURE } = process.env;
const headers = { 'webhook-id': ID, 'webhook-timestamp': AT, 'webhook-signature': SIGNATURE };
${lines}
`,
      'package.json': '{"private": true, "type": "module"}',
    }),
    prepare: [['npm', 'install', '--silent', 'standardwebhooks@1.1.1']],
    run: [process.execPath, 'verify.mjs'],
  },
  python: {
    needs: 'python3',
    files: (lines) => ({
      'verify.py': `import os
body = os.environ["BODY"]
headers = {"webhook-id": os.environ["ID"], "webhook-timestamp": os.environ["AT"], "webhook-signature": os.environ["SIGNATURE"]}
${lines}
`,
    }),
    prepare: [
      ['python3', '-m', 'venv', 'venv'],
      ['venv/bin/pip', 'install', '--quiet', 'standardwebhooks==1.1.0'],
    ],
    run: ['venv/bin/python', 'verify.py'],
  },
  go: {
    needs: 'go',
    files: (lines) => ({
      'main.go': `package main

import (
	"net/http"
	"os"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

func main() {
	body, headers := []byte(os.Getenv("BODY")), http.Header{}
	headers.Set("webhook-id", os.Getenv("ID"))
	headers.Set("webhook-timestamp", os.Getenv("AT"))
	headers.Set("webhook-signature", os.Getenv("SIGNATURE"))
	${lines}
	if err != nil { panic(err) }
}
`,
      'go.mod': 'module verify\n\ngo 1.24\n\nrequire github.com/standard-webhooks/standard-webhooks/libraries v0.0.1\n',
    }),
    prepare: [
      ['go', 'mod', 'tidy'],
      ['go', 'build', '-o', 'verify', '.'],
    ],
    run: ['./verify'],
  },
  rust: {
    needs: 'cargo',
    files: (lines) => ({
      'src/main.rs': `fn main() -> Result<(), Box<dyn std::error::Error>> {
    let body = std::env::var("BODY")?;
    let mut headers = http::HeaderMap::new();
    headers.insert("webhook-id", std::env::var("ID")?.parse()?);
    headers.insert("webhook-timestamp", std::env::var("AT")?.parse()?);
    headers.insert("webhook-signature", std::env::var("SIGNATURE")?.parse()?);
    ${indented(lines)}
    Ok(())
}
`,
      'Cargo.toml':
        '[package]\nname = "verify"\nversion = "1.0.0"\nedition = "2021"\n\n[dependencies]\nstandardwebhooks = "=1.0.1"\nhttp = "1"\n',
    }),
    prepare: [['cargo', 'build', '--quiet']],
    run: [join(programs, 'verify-rust/debug/verify')],
  },
  java: {
    needs: 'mvn',
    files: (lines) => ({
      'pom.xml': javaPom,
      'Verify.java': `import java.net.http.HttpHeaders;
import java.util.List;
import java.util.Map;

public class Verify {
    public static void main(String[] args) throws Exception {
        String body = System.getenv("BODY");
        HttpHeaders headers = HttpHeaders.of(Map.of("webhook-id", List.of(System.getenv("ID")),
            "webhook-timestamp", List.of(System.getenv("AT")),
            "webhook-signature", List.of(System.getenv("SIGNATURE"))), (a, b) -> true);
        ${indented(lines)}
    }
}
`,
    }),
    prepare: [
      ['mvn', '-q', '-B', 'dependency:copy-dependencies'],
      ['javac', '-cp', 'target/dependency/*', '-d', 'target', 'Verify.java'],
    ],
    run: ['java', '-cp', 'target:target/dependency/*', 'Verify'],
  },
  ruby: {
    needs: 'ruby',
    files: (lines) => ({
      'verify.rb': `require "openssl"
body = ENV["BODY"]
headers = { "webhook-id" => ENV["ID"], "webhook-timestamp" => ENV["AT"], "webhook-signature" => ENV["SIGNATURE"] }
${lines}
exit(valid ? 0 : 1)
`,
    }),
    prepare: [],
    run: ['ruby', 'verify.rb'],
  },
};

const isInstalled = (program: string): Promise<boolean> =>
  promisify(execFile)('which', [program]).then(
    () => true,
    () => false,
  );

/** Returns the environment of a program that verifies a delivery of that age. */
function delivery(text: string, ageSeconds: number): Record<string, string> {
  const at = nowSeconds() - ageSeconds;
  const signature = signatures('standard', [secret], 'evt_1', at, Buffer.from(body));
  return { WEBHOOK_SECRET: secret, BODY: text, ID: 'evt_1', AT: String(at), SIGNATURE: signature };
}

for (const [language, { needs, files, prepare, run }] of Object.entries(languages)) {
  const lines = new RegExp(`^\`\`\`${language}\\n((?:(?!\`\`\`).*\\n)+)\`\`\`$`, 'm').exec(
    guide.slice(guide.indexOf('## Verify with a library')),
  )?.[1];
  const skip = (await isInstalled(needs)) ? false : `this machine has no ${needs}`;
  t.test(`the lines for ${language} verify a delivery, and nothing else`, { skip }, async (t) => {
    t.setTimeout(600_000);
    const folder = await mkdtemp(join(tmpdir(), `svc-verify-${language}-`));
    t.teardown(() => rm(folder, { recursive: true, force: true }));
    const inFolder = async ([program = '', ...args]: string[], more: Record<string, string> = {}) =>
      promisify(execFile)(program, args, {
        cwd: folder,
        env: { ...process.env, CARGO_TARGET_DIR: join(programs, 'verify-rust'), ...more },
        maxBuffer: 1 << 26,
      });
    for (const [path, text] of Object.entries(files((lines ?? '').trim()))) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    for (const command of prepare) await inFolder(command);
    await inFolder(run, delivery(body, 0));
    t.pass('a genuine delivery');
    await t.rejects(inFolder(run, delivery(`${body} `, 0)), 'a changed body');
    await t.rejects(inFolder(run, delivery(body, 400)), 'an old delivery');
  });
}
