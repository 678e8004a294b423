// Package steps runs the steps of a client, and tells each one: `ok NAME`, or `not ok NAME: ERROR`.
package steps

import (
	"context"
	"fmt"
	"os"
)

var (
	Background = context.Background()
	URL        = os.Getenv("SVC_URL") + "/v1"
	Key        = os.Getenv("SVC_KEY")
)

func Step(name string, run func() error) {
	if err := run(); err != nil {
		fmt.Printf("not ok %s: %v\n", name, err)
		return
	}
	fmt.Println("ok", name)
}

func Expect(holds bool, found any) error {
	if holds {
		return nil
	}
	return fmt.Errorf("found %v", found)
}
