// Generates generated/ from the spec. Other rooms may import only this file.

export { auditEventsModule } from './audit.ts';
export { clientDocument } from './client-document.ts';
export { commandsModule } from './commands.ts';
export { contractCases } from './contract-cases.ts';
export { docsFiles } from './docs.ts';
export { addEnumTexts, addModelTexts, readEnumTexts, readModelTexts } from './enum-texts.ts';
export { publish, runtime, served, withKnownKeywords, withOpenBodies, withOpenBytes } from './finish.ts';
export { journeyFiles } from './journeys.ts';
export { json } from './json.ts';
export { kernelModule } from './kernel.ts';
export { alertsFile, dashboardFile } from './monitoring.ts';
export { withNullableRequests } from './nullable-requests.ts';
export { overlayFiles } from './overlays.ts';
export { fileOfModel, registries } from './registries.ts';
export { settingsFile } from './settings.ts';
export { share } from './share.ts';
export { defaultsInterface, idKindsModule, operationsModule, operationsTable, rowsModule } from './tables.ts';
