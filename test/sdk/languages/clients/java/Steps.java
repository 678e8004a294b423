/** Runs the steps of a client, and tells each one: `ok NAME`, or `not ok NAME: ERROR`. */
final class Steps {
    static final String URL = System.getenv("SVC_URL") + "/v1";
    static final String KEY = System.getenv("SVC_KEY");

    interface Step {
        void run() throws Exception;
    }

    static void step(String name, Step step) {
        try {
            step.run();
            System.out.println("ok " + name);
        } catch (Exception | AssertionError error) {
            System.out.println("not ok " + name + ": " + String.valueOf(error).replace('\n', ' '));
        }
    }

    static void expect(boolean holds, Object found) {
        if (!holds) throw new AssertionError("found " + found);
    }

    /** Returns the error of that class that the call throws. */
    static <E extends Exception> E refused(Class<E> kind, Step call) throws Exception {
        try {
            call.run();
        } catch (Exception error) {
            if (kind.isInstance(error)) return kind.cast(error);
            throw error;
        }
        throw new AssertionError("no " + kind.getSimpleName());
    }

    private Steps() {}
}
