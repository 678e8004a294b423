// The check of clients whose compiler `npm run test:languages` does not have finds the empty types that openapi-generator
// writes for unions.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import t from 'tap';
import { emptyTypesIn } from '../sdk/languages/output.ts';

/** The files of a type with members, of a list of values, and of a type without members, as the generator writes them. */
const clients: Record<string, { path(name: string): string; full: string; values: string; empty: string }> = {
  csharp: {
    path: (name) => `src/Client/Model/${name}.cs`,
    full: 'public partial class Full : IValidatableObject\n{\n    public Option<string?> NameOption { get; private set; }\n}\n',
    values: 'public enum Values\n{\n    A = 1\n}\n',
    empty:
      'public partial class Empty : IValidatableObject\n{\n' +
      '    public Dictionary<string, JsonElement> AdditionalProperties { get; } = new();\n}\n',
  },
  swift: {
    path: (name) => `Sources/Client/Models/${name}.swift`,
    full: 'public struct Full: Sendable, Codable, Hashable {\n\n    public var name: String?\n}\n',
    values: 'public enum Values: String, Sendable, Codable, CaseIterable {\n    case a = "a"\n}\n',
    empty:
      'public struct Empty: Sendable, Codable, Hashable {\n\n' +
      '    public enum CodingKeys: CodingKey, CaseIterable {\n    }\n}\n',
  },
  dart: {
    path: (name) => `lib/model/${name}.dart`,
    full: 'class Full {\n  Full({\n    this.name,\n  });\n\n  String? name;\n}\n',
    values: "class Values {\n  const Values._(this.value);\n\n  static const a = Values._(r'a');\n}\n",
    empty: "class Empty {\n  Empty({\n  });\n\n  @override\n  String toString() => 'Empty[]';\n}\n",
  },
};

for (const [language, { path, ...files }] of Object.entries(clients)) {
  t.test(`empty types of ${language} are found, and no others`, async (t) => {
    const folder = t.testdir();
    t.throws(() => emptyTypesIn(folder, language), /no types/, 'a client without types is no success');
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path(name))), { recursive: true });
      writeFileSync(join(folder, path(name)), text);
    }
    t.strictSame(emptyTypesIn(folder, language), [path('empty')]);
  });
}
