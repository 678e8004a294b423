import type { Handler } from './handler.ts';

export const getDoctorReport: Handler<'getDoctorReport'> = async (_call, { doctor }) => {
  return { status: 200, body: await doctor.report() };
};
