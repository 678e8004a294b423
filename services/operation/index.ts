// The public interface of this room.

export { examine, type Finding } from './doctor.ts';
