const words: Record<string, string> = {
  EACCES: 'this user has no permission',
  EIO: 'the system reports an error at its content',
  EISDIR: 'it is a folder',
  ELOOP: 'its links lead in a circle',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'its name is too long',
  ENOENT: 'there is no such file or folder',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of its path is a file',
  ENXIO: 'it is a device or a socket',
  EPERM: 'this user has no permission',
  EROFS: 'the disk is read-only',
};

/** Returns the reason of a failed file operation in words, without a full stop; undefined for other errors. */
export function fileProblem(error: unknown): string | undefined {
  return words[(error as NodeJS.ErrnoException | undefined)?.code ?? ''];
}
