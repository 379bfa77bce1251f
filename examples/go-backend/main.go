// A whole integration: creates users, mints their tokens, serves the JWKS, receives webhooks and catches up.
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"
	"strings"
	"time"

	"example.com/counterfoil"
)

func onClaim(_ context.Context, _ counterfoil.Event, data counterfoil.ClaimCreated) error {
	fmt.Println(data.ExternalUserID, "claimed", counterfoil.PlainTitle(data.VoucherTitle))
	return nil
}

func main() {
	url, secrets := os.Getenv("COUNTERFOIL_URL"), strings.Split(os.Getenv("SECRETS"), ",")
	client := must(counterfoil.New(url, os.Getenv("SLUG"), secrets...))
	tokens := must(counterfoil.NewTokens(os.Getenv("ISSUER"), "", must(os.ReadFile(os.Getenv("PRIVATE_KEY")))))

	store := &counterfoil.MemoryStore{} // Use your database instead: this one is empty after a restart.
	handle := counterfoil.Once(store, counterfoil.Handlers{ClaimCreated: onClaim}.Handle)
	must(client.CatchUp(context.Background(), "", handle, store.Add)) // Pass the id of the last event that you handled.

	http.Handle("/hooks", client.Webhooks.Handler(handle))
	http.Handle("/jwks.json", tokens)
	http.HandleFunc("/vouchers", func(w http.ResponseWriter, r *http.Request) {
		user := r.Header.Get("x-user") // Take the user from your session instead.
		if _, err := client.UpsertUser(r.Context(), counterfoil.User{ExternalUserID: user}); err != nil {
			log.Print(err)
			http.Error(w, "try again later", http.StatusBadGateway)
			return
		}
		fmt.Fprint(w, url, "/app/#token=", tokens.Mint(counterfoil.TokenUser{ExternalUserID: user}, time.Hour))
	})
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil))
}

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}
